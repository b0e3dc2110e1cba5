"""Transitions and animations of slides."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from checkers.differences.presentations.fills import Attributes
from checkers.differences.presentations.xml import children, expand, find, get, is_on, local_name
from checkers.differences.tree import TreeNode

_SECONDS = {"slow": 2.0, "med": 0.75, "fast": 0.5}
_CUT = "cut"
_REVERSED = "pull"
"""The transition whose direction LibreOffice reverses at each save."""
_THOUSAND = 1000
_PLACES = 3
"""Of the coordinates of a path, in parts of the slide."""


def read_transition(slide: Any) -> Attributes:
    """Return the transition to a slide, and when the next follows by itself.

    LibreOffice writes a transition without a kind for none, and does not keep a cut, which nobody sees.
    """
    transition = find(slide, "p:transition")
    if transition is None:
        return {}
    advance = get(transition, "advTm")
    attributes: Attributes = {"advance after": int(advance) / _THOUSAND if advance else None}
    kind = next(
        (child for child in children(transition) if local_name(child) not in ("sndAc", "extLst")), None
    )
    if kind is not None and local_name(kind) != _CUT:
        duration = get(transition, "p14:dur")
        seconds = int(duration) / _THOUSAND if duration else _SECONDS.get(get(transition, "spd", "fast"))
        attributes["transition"] = " ".join([local_name(kind), *_describe(kind)])
        attributes["transition seconds"] = seconds
    return attributes


def _describe(kind: Any) -> list[str]:
    """Return the directions and other details of a transition; a switch that is on has its name."""
    if local_name(kind) == _REVERSED:
        return []
    details = sorted(kind.attrib.items())
    return [name if is_on(value) else value for name, value in details if value not in ("0", "false")]


def read_effects(slide: Any, names: Mapping[str, str]) -> Iterator[TreeNode]:
    """Yield the animations of a slide in order; `names` are those of its shapes, by their ids."""
    timing = find(slide, "p:timing")
    for effect in timing.iter(expand("p:cTn")) if timing is not None else ():
        if get(effect, "presetClass"):
            target = next(effect.iter(expand("p:spTgt")), None)
            yield TreeNode("effect", names.get(get(target, "spid"), ""), _read_effect(effect))


def _read_effect(effect: Any) -> Attributes:
    numbers = (get(effect, name, "0") for name in ("presetID", "presetSubtype"))
    delay = get(find(effect, "p:stCondLst/p:cond"), "delay", "0")
    durations = (get(one, "dur") for one in effect.iter(expand("p:cTn")))
    paragraphs = next(effect.iter(expand("p:pRg")), None)
    path = next(effect.iter(expand("p:animMotion")), None)
    by = next(effect.iter(expand("p:by")), None)
    return {
        "effect": " ".join([get(effect, "presetClass"), *(number for number in numbers if number != "0")]),
        "start": get(effect, "nodeType"),
        "delay": int(delay) / _THOUSAND if delay.isdigit() else delay,
        "duration": max((int(one) for one in durations if one.isdigit()), default=0) / _THOUSAND,
        "paragraphs": f"{get(paragraphs, 'st')}-{get(paragraphs, 'end')}" if paragraphs is not None else None,
        "path": " ".join(_read_path(get(path, "path"))) or None,
        "by": f"{get(by, 'x')} {get(by, 'y')}" if by is not None else None,
    }


def _read_path(path: str) -> Iterator[str]:
    for step in path.split():
        try:
            yield f"{round(float(step), _PLACES):g}"
        except ValueError:
            if step != "E":  # the end, which may be missing
                yield step
