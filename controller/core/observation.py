"""What an agent is shown before it decides, and the parts of it that a run chooses with `--observe`.

screenshot   the picture of the screen
windows      the open windows as text
a11y         the elements on the screen as text, from the desktop's accessibility
som          the screenshot with numbered marks on what can be acted on, and the marks as text
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Literal, get_args

from controller.core.accessibility import Accessibility
from controller.core.guest import ToolResult
from controller.core.windows import Window
from testbed.errors import UsageError

Part = Literal["screenshot", "windows", "a11y", "som"]
"""Something of the desktop that a run lets its agent observe."""
NO_SCREEN = (1280, 720)
"""Width and height, in pixels, of the screen that a headless guest does not have."""
PARTS: tuple[Part, ...] = get_args(Part)


@dataclass(frozen=True, slots=True)
class Observation:
    """What the agent sees before it decides.

    `screenshot` is a PNG of `width` x `height` native pixels; `results` belong, in order, to the actions
    of the last decision that were executed. `parts` are what the run lets the agent observe: an agent shows
    its model `picture` and the text of `describe_observation`. In a headless guest there are no parts: the screenshot
    is empty, there are no windows, and width and height are `NO_SCREEN`.
    """

    screenshot: bytes = field(repr=False)
    width: int
    height: int
    windows: tuple[Window, ...]
    results: tuple[ToolResult, ...] = ()
    steps_left: int = 0
    parts: tuple[Part, ...] = ("screenshot",)
    accessibility: Accessibility | None = None
    marked: bytes = field(default=b"", repr=False)

    @property
    def picture(self) -> bytes | None:
        """The picture for the model: with marks, plain, or none at all; a PNG of the screen's size."""
        if "som" in self.parts:
            return self.marked
        return self.screenshot if "screenshot" in self.parts else None

    @property
    def active_window(self) -> Window | None:
        return next((window for window in self.windows if window.active), None)


def parse_parts(text: str) -> tuple[Part, ...]:
    """Parse `"screenshot,a11y"` into parts, in canonical order, each once. Raises UsageError."""
    names = [name.strip() for name in text.split(",")]
    for name in names:
        if name not in PARTS:
            raise UsageError(f"invalid value for --observe: {name!r}", hint=f"use {', '.join(PARTS)}")
    return tuple(part for part in PARTS if part in names)


def needs_elements(parts: Iterable[Part]) -> bool:
    """Whether these parts come from the desktop's accessibility."""
    return not {"a11y", "som"}.isdisjoint(parts)
