"""Actions as those of the Responses API's computer tool (`computer`, `computer_use_preview`).

Source: OpenAI's guide to computer use (platform.openai.com).
"""

from __future__ import annotations

import math
from typing import Any

from plugins.mock_models.turns import mock_error
from testbed.actions import Click, Drag, GuiAction, Key, MouseMove, Screenshot, Scroll, TypeText, Wait
from testbed.models import ScaledView

SCROLL_PIXELS = 100
"""Pixels of scrolling for one click of the wheel."""
WAIT_SECONDS = 2.0
"""The tool's `wait` does not say how long."""
_BUTTONS = {"left": "left", "right": "right", "wheel": "middle"}


def actions_of(action: GuiAction, view: ScaledView) -> list[dict[str, Any]]:
    """Return the tool's actions that ask for an action. Raises ApiError when there are none."""
    match action:
        case Screenshot():
            return [{"type": "screenshot"}]
        case Click(button=button, count=1):
            wire = next(name for name, known in _BUTTONS.items() if known == button)
            return [{"type": "click", "button": wire, **_at(action, view), **_key_field(action.modifiers)}]
        case Click(button="left", count=2):
            return [{"type": "double_click", **_at(action, view), "keys": [*action.modifiers]}]
        case Drag(button="left", path=path):
            points = [dict(zip("xy", view.to_view(point.x, point.y), strict=True)) for point in path]
            return [{"type": "drag", "path": points, **_key_field(action.modifiers)}]
        case MouseMove():
            return [{"type": "move", **_at(action, view)}]
        case Scroll(dx=dx, dy=dy):
            distance = {"scroll_x": dx * SCROLL_PIXELS, "scroll_y": dy * SCROLL_PIXELS}
            return [{"type": "scroll", **_at(action, view), **distance, **_key_field(action.modifiers)}]
        case Key(keys=keys, repeat=repeat):
            return [{"type": "keypress", "keys": [*keys]}] * repeat
        case TypeText(text=text):
            return [{"type": "type", "text": text}]
        case Wait(seconds=seconds):
            return [{"type": "wait"}] * math.ceil(seconds / WAIT_SECONDS)
    raise mock_error(f"the computer tool has nothing for {action!r}")


def _at(action: Click | MouseMove | Scroll, view: ScaledView) -> dict[str, int]:
    return dict(zip("xy", view.to_view(action.x, action.y), strict=True))


def _key_field(modifiers: tuple[str, ...]) -> dict[str, list[str]]:
    return {"keys": [*modifiers]} if modifiers else {}
