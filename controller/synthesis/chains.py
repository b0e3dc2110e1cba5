"""Chains of tool calls in which later arguments come from earlier results.

An argument refers to a result: `${2}` is the whole text of step 2's result, `${2.items.0.price}` a value in it when it
is JSON, `${2#1}` the first number in its text. An argument that is nothing but a reference keeps the value's type.
"""

from __future__ import annotations

import json
import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from pydantic import BaseModel, ConfigDict, Field

from controller.core.guest import Guest
from controller.core.texts import clip, encodable
from controller.episode.guest_results import without_secrets
from controller.synthesis.asking import FaultError

REFERENCE = re.compile(r"\$\{(\d{1,2})((?:\.[^.{}#]+)*)(?:#(\d{1,3}))?\}")
NUMBER = re.compile(r"-?\d+(?:\.\d+)?")
MOST_STEPS = 12
MOST_RESULT = 100_000
MOST_VALUE = 200
"""Characters of a value that a task asks for."""


class ChainStep(BaseModel):
    """One call."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    tool: str
    arguments: dict[str, Any] = Field(default_factory=dict)

    def needs(self) -> set[int]:
        """Return the numbers of the steps whose results it needs."""
        return {int(match[1]) for text in texts_in(self.arguments) for match in REFERENCE.finditer(text)}


@dataclass(frozen=True, slots=True)
class Step:
    """A call that was made, and the text of its result."""

    tool: str
    arguments: Mapping[str, Any]
    result: str


def check_call(place: str, value: object, tools: Collection[str]) -> ChainStep:
    """Return a call of an answer. Raises FaultError, which names the call's place in it: another form, or tool."""
    if not isinstance(value, dict) or set(value) != {"tool", "arguments"}:
        raise FaultError(f"{place} must have tool and arguments, and nothing else")
    name, arguments = value["tool"], value["arguments"]
    if not isinstance(name, str) or name not in tools:
        raise FaultError(f"{place}: there is no tool {str(name)[:80]!r}")
    if not isinstance(arguments, dict):
        raise FaultError(f"{place}: arguments must be a JSON object")
    return ChainStep(tool=name, arguments=arguments)


def check_chain(value: object, tools: Collection[str], prefixes: Mapping[str, str]) -> tuple[ChainStep, ...]:
    """Return the steps of an answer.

    Args:
        value: The answer's field.
        tools: The names of the tools that there are.
        prefixes: What the names of each server's tools begin with, by the server's id; each must have a step.

    Raises:
        FaultError: It has another form, names an unknown tool, a step that does not come before, or has no dependency.
    """
    if not isinstance(value, list) or not 2 <= len(value) <= MOST_STEPS:
        raise FaultError(f"steps must be a list of 2 to {MOST_STEPS} calls")
    steps = []
    for number, item in enumerate(value, start=1):
        step = check_call(f"step {number}", item, tools)
        if late := [other for other in step.needs() if not 0 < other < number]:
            raise FaultError(f"step {number} refers to step {late[0]}, which does not come before it")
        steps.append(step)
    if not any(step.needs() for step in steps):
        raise FaultError("no step needs the result of an earlier one; refer to results as ${1}")
    for server, prefix in prefixes.items():
        if not any(step.tool.startswith(prefix) for step in steps):
            raise FaultError(f"no step calls a tool of the server {server}; the chain must use every server")
    return tuple(steps)


def execute(guest: Guest, chain: Sequence[ChainStep], secrets: Iterable[str] = ()) -> tuple[Step, ...]:
    """Make the calls of a chain; their results are given without the secrets.

    Raises FaultError when one fails or refers to what a result does not have.
    """
    made: list[Step] = []
    for number, step in enumerate(chain, start=1):
        try:
            arguments = resolve(step.arguments, [item.result for item in made])
        except LookupError as error:
            raise FaultError(f"step {number}: {error.args[0]}") from error
        result = without_secrets(guest.call_tool(step.tool, arguments), secrets)
        text = encodable(result.text)
        if result.is_error:
            shown = json.dumps(arguments, ensure_ascii=False)
            raise FaultError(f"step {number}: {step.tool} with {clip(shown, 400)} failed: {clip(text, 800)}")
        if not text.strip():
            raise FaultError(f"step {number}: {step.tool} returned no text")
        if len(text) > MOST_RESULT:
            raise FaultError(f"step {number}: {step.tool} returned {len(text)} characters, ask for less")
        made.append(Step(step.tool, arguments, text))
    return tuple(made)


def resolve(value: Any, results: Sequence[str]) -> Any:
    """Return a value with its references replaced. Raises LookupError that says what a result does not have."""
    if isinstance(value, dict):
        return {name: resolve(item, results) for name, item in value.items()}
    if isinstance(value, list):
        return [resolve(item, results) for item in value]
    if not isinstance(value, str):
        return value
    if whole := REFERENCE.fullmatch(value):
        return _look_up(whole, results)
    return REFERENCE.sub(lambda match: as_text(_look_up(match, results)), value)


def as_text(value: Any) -> str:
    """Return a value as a text has it."""
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)


def texts_in(value: Any) -> Iterator[str]:
    """Yield the texts of a JSON value."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        for item in value.values():
            yield from texts_in(item)
    elif isinstance(value, list):
        for item in value:
            yield from texts_in(item)


def given_numbers(chain: Sequence[ChainStep]) -> set[str]:
    """Return the numbers that the arguments have without a result, as texts."""
    plain_texts = [REFERENCE.sub("", text) for step in chain for text in texts_in(step.arguments)]
    values = [number for text in plain_texts for number in NUMBER.findall(text)]
    values += [
        str(value) for step in chain for value in _leaves(step.arguments) if not isinstance(value, str)
    ]
    return {value for value in values if NUMBER.fullmatch(value)}


def _leaves(value: Any) -> Iterator[Any]:
    if isinstance(value, dict | list):
        for item in value.values() if isinstance(value, dict) else value:
            yield from _leaves(item)
    elif not isinstance(value, bool):
        yield value


def _look_up(match: re.Match[str], results: Sequence[str]) -> Any:
    number, path, place = int(match[1]), match[2].split(".")[1:], match[3]
    if not 0 < number <= len(results):
        raise LookupError(f"there is no step {number} before it")
    value: Any = results[number - 1]
    if path:
        try:
            value = json.loads(value)
        except (ValueError, RecursionError):
            raise LookupError(f"{match[0]}: the result of step {number} is no JSON: {value[:80]!r}") from None
    for part in path:
        if isinstance(value, dict) and part in value:
            value = value[part]
        elif isinstance(value, list) and part.isdecimal() and int(part) < len(value):
            value = value[int(part)]
        else:
            raise LookupError(f"{match[0]}: the result of step {number} has no {part}")
    if place:
        found = NUMBER.findall(as_text(value))
        if not 0 < int(place) <= len(found):
            raise LookupError(f"{match[0]}: the result of step {number} has {len(found)} numbers")
        return found[int(place) - 1]
    return value
