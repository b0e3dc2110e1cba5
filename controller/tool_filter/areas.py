"""Which applications, and which parts of the system, an instruction and the windows refer to."""

from __future__ import annotations

import math
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from controller.core.guest import Tool
from controller.tool_filter.base import FilterRequest
from controller.tool_filter.words import phrases, vocabulary

PARTS = ("filesystem", "git")
"""Servers whose tools are areas of their own, though they are the system's."""
WINDOW_AREAS: Mapping[str, tuple[str, ...]] = {
    "files": ("filesystem", "os"),
    "terminal": ("git", "filesystem", "os"),
    "text_editor": ("filesystem",),
    "settings": ("os",),
}
"""The areas a window refers to, where its application has no tools of its own name."""
_PATH = re.compile(r"(?:^|[\s(\"'])~?/\w")
_FILE_NAME = re.compile(r"[\w-]+\.[A-Za-z][A-Za-z0-9]{1,4}\b")


@dataclass(frozen=True, slots=True)
class AreaWeights:
    """How much each sign counts that a request is about an area."""

    instruction: float = 1.0
    file: float = 0.7
    document: float = 0.7
    active: float = 0.8
    open: float = 0.4


def area_of(tool: Tool) -> str:
    """The area a tool belongs to: its application, or its part of the system."""
    part = tool.name.partition("_")[0]
    return part if part in PARTS else tool.app


def affinities(request: FilterRequest, weights: AreaWeights) -> dict[str, float]:
    """How much a request is about each area; areas without any reference are left out.

    It is the square root of the sum of the signs' weights: many signs of one area do not hide an area of one sign.
    """
    affinity: dict[str, float] = {}

    def add(area: str, weight: float) -> None:
        affinity[area] = affinity.get(area, 0.0) + weight

    for area in _instruction_areas(request.instruction):
        add(area, weights.instruction)
    named = _file_names(request.instruction)
    shown = {name for _app, title in request.titles for name in _file_names(title)}
    if named - shown:
        add("filesystem", weights.file)
    for area in _documents(request, named):
        add(area, weights.document)
    for area in _window_areas(request.active_app):
        add(area, weights.active)
    for area in {area for app in request.open_apps for area in _window_areas(app)}:
        add(area, weights.open)
    return {area: math.sqrt(weight) for area, weight in affinity.items()}


def _instruction_areas(instruction: str) -> set[str]:
    known = vocabulary()
    areas = {area for phrase in phrases(instruction, known.longest) for area in known.areas.get(phrase, ())}
    if _PATH.search(instruction):
        areas.add("filesystem")
    return areas


def _documents(request: FilterRequest, named: set[str]) -> set[str]:
    """The areas of windows in whose title a file stands that the instruction names."""
    return {
        area for app, title in request.titles if named & _file_names(title) for area in _window_areas(app)
    }


def _file_names(text: str) -> set[str]:
    return {name.lower() for name in _FILE_NAME.findall(text)}


def _window_areas(app: str) -> Sequence[str]:
    return WINDOW_AREAS.get(app, (app,) if app else ())
