"""Actions as calls of Anthropic's computer toolset.

Source: Anthropic's guide to the computer use tool (platform.claude.com).
"""

from __future__ import annotations

from typing import Any

from plugins.mock_models.turns import mock_error
from testbed.actions import (
    Click,
    Drag,
    GuiAction,
    HoldKey,
    Key,
    MouseDown,
    MouseMove,
    MouseUp,
    Screenshot,
    Scroll,
    TypeText,
    Wait,
    Zoom,
)
from testbed.models import ScaledView

_CLICKS = {
    "left_click": ("left", 1),
    "right_click": ("right", 1),
    "middle_click": ("middle", 1),
    "double_click": ("left", 2),
    "triple_click": ("left", 3),
}
_DIRECTIONS = {"up": (0, -1), "down": (0, 1), "left": (-1, 0), "right": (1, 0)}


def to_call(action: GuiAction, view: ScaledView) -> tuple[str, dict[str, Any]]:
    """Return the member and the arguments that ask for an action. Raises ApiError when there is none."""
    match action:
        case Screenshot():
            return "screenshot", {}
        case Zoom():
            left, top = view.to_view(action.x0, action.y0)
            right, bottom = view.to_view(action.x1 - 1, action.y1 - 1)
            return "zoom", {"region": [left, top, right + 1, bottom + 1]}
        case Click(button=button, count=count) if (button, count) in _CLICKS.values():
            member = next(name for name, click in _CLICKS.items() if click == (button, count))
            return member, {"coordinate": [*view.to_view(action.x, action.y)], **_key_field(action.modifiers)}
        case Drag(button="left", path=(start, end)):
            points = {
                "start_coordinate": [*view.to_view(start.x, start.y)],
                "coordinate": [*view.to_view(end.x, end.y)],
            }
            return "left_click_drag", points | _key_field(action.modifiers)
        case MouseDown(button="left"):
            return "left_mouse_down", {}
        case MouseUp(button="left"):
            return "left_mouse_up", {}
        case MouseMove():
            return "mouse_move", {"coordinate": [*view.to_view(action.x, action.y)]}
        case Scroll(dx=dx, dy=dy) if bool(dx) != bool(dy):
            amount = max(abs(dx), abs(dy))
            turned = (dx // amount, dy // amount)
            direction = next(name for name, sense in _DIRECTIONS.items() if sense == turned)
            how = {"scroll_direction": direction, "scroll_amount": amount}
            return "scroll", {
                "coordinate": [*view.to_view(action.x, action.y)],
                **how,
                **_key_field(action.modifiers),
            }
        case Key(keys=keys, repeat=repeat):
            return "key", {"text": "+".join(keys), **({"repeat": repeat} if repeat > 1 else {})}
        case HoldKey(keys=keys, seconds=seconds):
            return "hold_key", {"text": "+".join(keys), "duration": seconds}
        case TypeText(text=text):
            return "type", {"text": text}
        case Wait(seconds=seconds):
            return "wait", {"duration": seconds}
    raise mock_error(f"the computer toolset has no call for {action!r}")


def _key_field(modifiers: tuple[str, ...]) -> dict[str, str]:
    return {"text": "+".join(modifiers)} if modifiers else {}
