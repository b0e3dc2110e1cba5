"""Actions and times as short texts."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

from controller.core.texts import first_line
from controller.results.viewer import numbers

_TOOLS = "osworld_mcp_"


def action_words(action: dict[str, Any]) -> tuple[str, str]:
    """An action and its target: ("click", "833, 114"), ("rename_sheet", "libreoffice_calc").

    Accepts any recorded action, also an invalid one. Texts are neither escaped nor cut.
    """
    kind = str(action.get("type") or "")
    get = action.get
    match kind:
        case "tool_call":
            server, _, name = str(get("name") or "").rpartition(".")
            return name or "tool call", server.removeprefix(_TOOLS)
        case "terminate":
            return "terminate", {"success": "done", "failure": "infeasible"}.get(str(get("status")), "")
        case "click":
            times = {2: "double ", 3: "triple "}.get(_whole(get("count")), "")
            button = str(get("button") or "left")
            return f"{times}{f'{button} ' if button != 'left' else ''}click", _with(
                get("modifiers"), _at(action)
            )
        case "drag":
            path = get("path")
            ends = [_at(point) for point in path if isinstance(point, dict)] if isinstance(path, list) else []
            return "drag", _with(get("modifiers"), f"{ends[0]} → {ends[-1]}" if ends else "")
        case "scroll":
            return "scroll", " ".join(filter(None, (_turn(action), f"at {_at(action)}")))
        case "mouse_move":
            return "move", _at(action)
        case "mouse_down" | "mouse_up":
            return kind.replace("_", " "), str(get("button") or "")
        case "zoom":
            return "zoom", " → ".join(f"{get(f'x{end}')}, {get(f'y{end}')}" for end in (0, 1))
        case "key" | "hold_key":
            repeat = _whole(get("repeat"))
            length = f" for {get('seconds')} s" if kind == "hold_key" else f" ×{repeat}" if repeat > 1 else ""
            return "hold" if kind == "hold_key" else "key", _keys(get("keys")) + length
        case "type":
            return "type", f"“{get('text') or ''}”"
        case "wait":
            return "wait", f"{get('seconds')} s"
        case "program":
            return "program", _first_line(str(get("code") or ""))
    return kind or "no action", ""


def _first_line(code: str) -> str:
    return first_line(code).removeprefix("pyautogui.")


def _whole(value: object) -> int:
    return value if isinstance(value, int) else 0


def _at(point: dict[str, Any]) -> str:
    return f"{point.get('x')}, {point.get('y')}"


def _keys(value: object) -> str:
    return "+".join(map(str, value)) if isinstance(value, list | tuple) else ""


def _with(held: object, place: str) -> str:
    keys = _keys(held)
    return f"{keys} at {place}" if keys else place


def _turn(action: dict[str, Any]) -> str:
    dx, dy = _whole(action.get("dx")), _whole(action.get("dy"))
    parts = (
        f"{'right' if dx > 0 else 'left'} {abs(dx)}" if dx else "",
        f"{'down' if dy > 0 else 'up'} {abs(dy)}" if dy else "",
    )
    return " ".join(filter(None, parts))


def seconds(value: float) -> str:
    """A duration, short ones to a hundredth of a second."""
    return f"{value:.2f} s" if value < 10 else numbers.seconds(value)


def moment(time: float) -> str:
    """A time given in seconds since 1970: "2026-01-31 12:00:05 UTC"."""
    try:
        return f"{datetime.fromtimestamp(time, UTC):%Y-%m-%d %H:%M:%S} UTC"
    except (ValueError, OverflowError, OSError):
        return "no date"
