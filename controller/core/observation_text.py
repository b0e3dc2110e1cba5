"""Observations as text, and lists of windows parsed from it."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable
from dataclasses import replace
from typing import cast

from controller.core.accessibility import TEXT_LIMIT
from controller.core.observation import Observation
from controller.core.windows import Window

_WINDOWS = 'Open windows, topmost first: "title" application x,y width x height (states).'
_WINDOW = re.compile(
    r'^- (?P<title>"(?:[^"\\\n]|\\.)*") (?P<app>"(?:[^"\\\n]|\\.)*") '
    r"(?P<x>-?\d{1,18}),(?P<y>-?\d{1,18}) (?P<width>-?\d{1,18})x(?P<height>-?\d{1,18})(?P<active> \(active\))?$"
)


def describe_observation(
    observation: Observation, frame: tuple[int, int] | None = None, limit: int = TEXT_LIMIT
) -> str:
    """Return the parts of an observation that are text, "" when the run chose none.

    Args:
        observation: What the agent observes.
        frame: Width and height of the coordinate frame; native pixels by default. Pass the size of the
            picture that the model is shown, or (1000, 1000) for a model that answers in such a frame.
        limit: Longest text of the elements, in characters.
    """
    width, height = frame or (observation.width, observation.height)
    parts = []
    if "windows" in observation.parts:
        scaled = [_scale(window, observation, (width, height)) for window in observation.windows]
        parts.append(windows_text(scaled))
    if observation.accessibility is not None:
        only_marked = "a11y" not in observation.parts
        parts.append(observation.accessibility.text(limit, (width, height), only_marked=only_marked))
    return "\n\n".join(parts)


def windows_text(windows: Iterable[Window]) -> str:
    """Return windows as text, one a line; `parse_windows` parses it."""
    lines = [
        f"- {_quote(window.title)} {_quote(window.app)} {window.x},{window.y} {window.width}x{window.height}"
        + (" (active)" if window.active else "")
        for window in windows
    ]
    return "\n".join([_WINDOWS, *(lines or ["none"])])


def parse_windows(text: str) -> tuple[Window, ...] | None:
    """Parse the windows from a text that contains a result of `windows_text`; None when it contains none."""
    _, separator, block = text.rpartition(_WINDOWS + "\n")
    if not separator:
        return None
    windows = []
    for line in block.split("\n"):
        match = _WINDOW.match(line)
        if match is None:
            break
        x, y, width, height = (int(match[name]) for name in ("x", "y", "width", "height"))
        try:
            title, app = (cast(str, json.loads(match[name])) for name in ("title", "app"))
        except ValueError:
            break  # quotes around what is no JSON: not written by `windows_text`
        windows.append(Window(title, app, x, y, width, height, active=bool(match["active"])))
    return tuple(windows)


def _scale(window: Window, screen: Observation, frame: tuple[int, int]) -> Window:
    if frame == (screen.width, screen.height):
        return window
    scale_x, scale_y = frame[0] / screen.width, frame[1] / screen.height
    return replace(
        window,
        x=round(window.x * scale_x),
        y=round(window.y * scale_y),
        width=round(window.width * scale_x),
        height=round(window.height * scale_y),
    )


def _quote(text: str) -> str:
    return json.dumps(text, ensure_ascii=True)
