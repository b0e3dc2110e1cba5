"""Desktop settings: text size, Do Not Disturb, sound volume."""

from __future__ import annotations

import math
import re
from typing import Annotated

from pydantic import BaseModel, Field

from mcp_tools.os_command import run_command
from mcp_tools.registry import ToolError, tool

TEXT_SCALE = ("org.gnome.desktop.interface", "text-scaling-factor")
SHOW_BANNERS = ("org.gnome.desktop.notifications", "show-banners")
SMALLEST_SCALE, LARGEST_SCALE = 0.5, 3.0
DEFAULT_SINK = "@DEFAULT_SINK@"


class TextScale(BaseModel):
    """Text size of the desktop; 1.0 is normal."""

    scale: float


class TextScaleChange(BaseModel):
    """Text size of the desktop before and after a change; 1.0 is normal."""

    previous_scale: float
    scale: float


class DoNotDisturb(BaseModel):
    """Whether notification banners are held back."""

    enabled: bool


class Volume(BaseModel):
    """Output volume of the default sound device in percent, and whether it is muted."""

    percent: int
    muted: bool


@tool("osworld_mcp_os.get_text_scale", app="os", read_only=True)
def get_text_scale() -> TextScale:
    """Get the desktop's text scaling factor (1.0 is normal size)."""
    return TextScale(scale=_read_text_scale())


@tool("osworld_mcp_os.change_text_scale", app="os", idempotent=True)
def change_text_scale(
    new_scale: Annotated[
        float, Field(description="new factor, 0.5 to 3.0; 1.0 is normal, 1.25 is large text")
    ],
) -> TextScaleChange:
    """Set the desktop's text scaling factor, the text size of all applications."""
    if not (math.isfinite(new_scale) and SMALLEST_SCALE <= new_scale <= LARGEST_SCALE):
        raise ToolError(
            f"a text scale of {new_scale:g} is out of range; "
            f"give a factor from {SMALLEST_SCALE} to {LARGEST_SCALE}, for example 1.25 for large text"
        )
    previous = _read_text_scale()
    run_command(["gsettings", "set", *TEXT_SCALE, repr(float(new_scale))])
    scale = _read_text_scale()
    if not math.isclose(scale, new_scale, abs_tol=1e-6):
        raise ToolError(
            f"the text scale is {scale:g} although {new_scale:g} was set; another program changed it"
        )
    return TextScaleChange(previous_scale=previous, scale=scale)


@tool("osworld_mcp_os.get_do_not_disturb_status", app="os", read_only=True)
def get_do_not_disturb_status() -> DoNotDisturb:
    """Tell whether Do Not Disturb is on (no notification banners pop up)."""
    return DoNotDisturb(enabled=_read_do_not_disturb())


@tool("osworld_mcp_os.set_do_not_disturb", app="os", idempotent=True)
def set_do_not_disturb(
    enable: Annotated[bool, Field(description="true: hold notification banners back; false: show them")],
) -> DoNotDisturb:
    """Turn Do Not Disturb on or off."""
    run_command(["gsettings", "set", *SHOW_BANNERS, "false" if enable else "true"])
    enabled = _read_do_not_disturb()
    if enabled != enable:
        raise ToolError(
            f"Do Not Disturb is {'on' if enabled else 'off'} although the opposite was set; try again"
        )
    return DoNotDisturb(enabled=enabled)


@tool("osworld_mcp_os.get_volume", app="os", read_only=True)
def get_volume() -> Volume:
    """Get the sound output volume in percent and whether the output is muted."""
    return _read_volume()


@tool("osworld_mcp_os.set_volume", app="os", idempotent=True)
def set_volume(
    percent: Annotated[int, Field(description="0 (silent) to 100 (full volume)")],
) -> Volume:
    """Set the sound output volume. Muting is separate: a muted output stays muted."""
    if not 0 <= percent <= 100:
        raise ToolError(f"a volume of {percent}% is out of range; give 0 to 100")
    run_command(["pactl", "set-sink-volume", _default_sink(), f"{percent}%"])
    volume = _read_volume()
    if volume.percent != percent:
        raise ToolError(
            f"the volume is {volume.percent}% although {percent}% was set; another program changed it"
        )
    return volume


def _read_text_scale() -> float:
    text = run_command(["gsettings", "get", *TEXT_SCALE])
    try:
        return float(text)
    except ValueError as error:
        raise ToolError(f"the desktop's text scale reads {text!r}, which is no number") from error


def _read_do_not_disturb() -> bool:
    text = run_command(["gsettings", "get", *SHOW_BANNERS])
    if text not in ("true", "false"):
        raise ToolError(f"the desktop's notification setting reads {text!r}, which is neither true nor false")
    return text == "false"


def _read_volume() -> Volume:
    sink = _default_sink()
    levels = [int(level) for level in re.findall(r"(\d+)%", run_command(["pactl", "get-sink-volume", sink]))]
    if not levels:
        raise ToolError(f"the sound server reports no volume for {sink!r}")
    muted = run_command(["pactl", "get-sink-mute", sink]).endswith("yes")
    return Volume(percent=max(levels), muted=muted)


def _default_sink() -> str:
    sink = run_command(["pactl", "get-default-sink"])
    if not sink or sink == DEFAULT_SINK:
        raise ToolError("this computer has no sound output; check Settings, Sound")
    return sink
