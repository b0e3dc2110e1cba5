"""A step's action with its arguments, and its result."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

from controller.records.trajectory import Result, Step
from controller.results.viewer.blocks import EpisodeAddresses, collapsible, picture, text_block, value_block
from controller.results.viewer.html import Html, el


def action_part(step: Step, at: EpisodeAddresses) -> Iterator[Html]:
    action = step.action
    kind = step.kind
    if step.mistake or not action:
        yield el(
            "p",
            "None: the answer could not be used." if step.mistake else "None in the record.",
            class_="muted",
        )
    elif kind == "tool_call":
        yield el("p", el("code", str(action.get("name"))), class_="call")
        arguments = action.get("arguments")
        if isinstance(arguments, dict) and arguments:
            yield _arguments(arguments, at)
        elif arguments not in (None, {}):
            yield value_block(arguments, at.record)
        else:
            yield el("p", "No arguments.", class_="muted about")
    elif kind == "type":
        yield text_block(str(action.get("text") or ""), at.record, "typed")
    elif kind in ("key", "hold_key"):
        yield el("p", *_chord(action))
    elif kind == "program":
        yield text_block(str(action.get("code") or ""), at.record, "code")
    else:
        rest = {name: value for name, value in action.items() if name != "type"}
        yield _arguments(rest, at) if rest else el("p", kind, class_="muted")


def _chord(action: dict[str, Any]) -> Iterator[Html | str]:
    keys, times, length = action.get("keys"), action.get("repeat"), action.get("seconds")
    for number, key in enumerate(keys if isinstance(keys, list) else ()):
        if number:
            yield " + "
        yield el("kbd", str(key))
    if isinstance(times, int) and times > 1:
        yield f" {times} times"
    if length:
        yield f" for {length} s"


def _arguments(arguments: dict[str, Any], at: EpisodeAddresses) -> Html:
    rows = (
        part
        for name, value in arguments.items()
        for part in (el("dt", name), el("dd", value_block(value, at.record)))
    )
    return el("dl", *rows, class_="arguments")


def result_part(result: Result, at: EpisodeAddresses, *, failed: bool) -> Html:
    pictures = (picture(file, at, "A picture in the result") for file in result.pictures)
    return el(
        "section",
        el("h4", "Error" if failed else "Result"),
        text_block(result.text, at.record) if result.text else el("p", "No text.", class_="muted"),
        *(el("figure", item, class_="returned") for item in pictures),
        collapsible("Structured result", value_block(result.structured, at.record))
        if _has_more(result)
        else None,
        class_="wrong" if failed else None,
    )


def _has_more(result: Result) -> bool:
    """Whether the structured result has more than the text."""
    if result.structured in (None, {}, {"result": result.text}):
        return False
    try:
        return bool(json.loads(result.text) != result.structured)
    except (ValueError, RecursionError):
        return True
