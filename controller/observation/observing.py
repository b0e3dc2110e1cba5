"""What of a desktop an agent is shown: the parts a run chose with `--observe`.

screenshot   the picture of the screen
windows      the open windows as text
a11y         the elements on the screen as text, from the desktop's accessibility
som          the screenshot with numbered marks on what can be acted on, and the marks as text
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable
from dataclasses import replace
from typing import cast, get_args

from controller.agents.base import Observation, Part, Window
from controller.errors import GuestError, UsageError
from controller.guest import Guest
from controller.observation.accessibility import TEXT_LIMIT, parse
from controller.observation.marks import drawn, with_marks

PARTS: tuple[Part, ...] = get_args(Part)
UNTOLD_WHEN_WARM = frozenset({"google_chrome", "code"})
"""Applications that tell their elements only when accessibility was on as they started."""
_WINDOWS = 'Open windows, topmost first: "title" application x,y width x height (states).'
_WINDOW = re.compile(
    r'^- (?P<title>"(?:[^"\\\n]|\\.)*") (?P<app>"(?:[^"\\\n]|\\.)*") '
    r"(?P<x>-?\d+),(?P<y>-?\d+) (?P<width>-?\d+)x(?P<height>-?\d+)(?P<active> \(active\))?$"
)


def parse_parts(text: str) -> tuple[Part, ...]:
    """`"screenshot,a11y"` -> the parts, in their own order, each once. Raises UsageError."""
    named = [name.strip() for name in text.split(",")]
    for name in named:
        if name not in PARTS:
            raise UsageError(f"there is nothing to observe called {name!r}", hint=f"use {', '.join(PARTS)}")
    return tuple(part for part in PARTS if part in named)


def needs_elements(parts: Iterable[Part]) -> bool:
    """Whether these parts come from the desktop's accessibility."""
    return not {"a11y", "som"}.isdisjoint(parts)


def switch_on(guest: Guest, parts: Iterable[Part]) -> None:
    """Let applications that start from now on tell their elements, if needed. Raises GuestError."""
    if needs_elements(parts):
        answer = guest.call_tool("computer.enable_accessibility", {})
        if answer.is_error:
            raise GuestError(f"accessibility cannot be switched on: {answer.text[:500]}")


def with_parts(observation: Observation, guest: Guest, parts: tuple[Part, ...]) -> Observation:
    """The observation with what else the parts ask for. Raises GuestError."""
    if not needs_elements(parts):
        return replace(observation, parts=parts)
    answer = guest.call_tool("computer.accessibility", {})
    if answer.is_error:
        raise GuestError(f"no elements of the screen: {answer.text[:500]}")
    elements = parse(answer.structured)
    size = (observation.width, observation.height)
    if (elements.width, elements.height) != size:
        raise GuestError(f"the elements are of another screen than the screenshot of {size[0]}x{size[1]}")
    if "som" not in parts:
        return replace(observation, parts=parts, accessibility=elements)
    elements = with_marks(elements)
    marked = drawn(observation.screenshot, elements)
    return replace(observation, parts=parts, accessibility=elements, marked=marked)


def shows_still(guest: Guest, screenshot: bytes) -> bool:
    """Whether the screen has not changed since. Raises GuestError."""
    answer = guest.call_tool("computer.screenshot", {"settle": False})
    return answer.images[:1] == (screenshot,)


def describe(observation: Observation, frame: tuple[int, int] | None = None, limit: int = TEXT_LIMIT) -> str:
    """What the observation says in words, "" when that was not asked for.

    Coordinates are in a frame of (width, height), by default in native pixels; so pass the size of the
    picture the model is shown, or (1000, 1000) for a model that answers so. `limit` is in characters, for
    the elements.
    """
    across, down = frame or (observation.width, observation.height)
    said = []
    if "windows" in observation.parts:
        scaled = [_scaled(window, observation, (across, down)) for window in observation.windows]
        said.append(windows_text(scaled))
    if observation.accessibility is not None:
        only_marked = "a11y" not in observation.parts
        said.append(observation.accessibility.text(limit, (across, down), only_marked=only_marked))
    return "\n\n".join(said)


def windows_text(windows: Iterable[Window]) -> str:
    """Windows as text, one a line; `parse_windows` reads it back."""
    lines = [
        f"- {_quoted(window.title)} {_quoted(window.app)} {window.x},{window.y} {window.width}x{window.height}"
        + (" (active)" if window.active else "")
        for window in windows
    ]
    return "\n".join([_WINDOWS, *(lines or ["none"])])


def parse_windows(text: str) -> tuple[Window, ...] | None:
    """The windows in a text that holds what `windows_text` gave; None when it does not hold it."""
    _, found, block = text.rpartition(_WINDOWS + "\n")
    if not found:
        return None
    windows = []
    for line in block.split("\n"):
        match = _WINDOW.match(line)
        if match is None:
            break
        x, y, width, height = (int(match[name]) for name in ("x", "y", "width", "height"))
        title, app = (cast(str, json.loads(match[name])) for name in ("title", "app"))
        windows.append(Window(title, app, x, y, width, height, active=bool(match["active"])))
    return tuple(windows)


def _scaled(window: Window, screen: Observation, frame: tuple[int, int]) -> Window:
    if frame == (screen.width, screen.height):
        return window
    across, down = frame[0] / screen.width, frame[1] / screen.height
    return replace(
        window,
        x=round(window.x * across),
        y=round(window.y * down),
        width=round(window.width * across),
        height=round(window.height * down),
    )


def _quoted(text: str) -> str:
    return json.dumps(text, ensure_ascii=True)
