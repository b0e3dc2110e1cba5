"""Desktop settings: text size, Do Not Disturb, sound volume, screen lock, size of terminals."""

from __future__ import annotations

import math
import re
from collections.abc import Sequence
from typing import Annotated

from pydantic import BaseModel, Field

from mcp_tools import gsettings
from mcp_tools.gsettings import Change
from mcp_tools.messages import shorten
from mcp_tools.pulse import FULL, Output, Sound, sound
from mcp_tools.registry import ToolError, tool

TEXT_SCALE = ("org.gnome.desktop.interface", "text-scaling-factor")
SHOW_BANNERS = ("org.gnome.desktop.notifications", "show-banners")
SMALLEST_SCALE, LARGEST_SCALE = 0.5, 3.0
IDLE_DELAY = ("org.gnome.desktop.session", "idle-delay")
SCREENSAVER = "org.gnome.desktop.screensaver"
LOCKDOWN = ("org.gnome.desktop.lockdown", "disable-lock-screen")
LONGEST_DELAY = 86400
TERMINAL_PROFILES = "org.gnome.Terminal.ProfilesList"
TERMINAL_PROFILE = "org.gnome.Terminal.Legacy.Profile"
TERMINAL_PROFILE_PATH = "/org/gnome/terminal/legacy/profiles:/:{}/"
PROFILE_ID = re.compile(r"[\w-]+", re.ASCII)
COLUMNS, ROWS = (16, 511), (4, 511)


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


class AutoLock(BaseModel):
    """Seconds of inactivity until the screen goes blank (0: never), seconds from then to the lock, on or off.

    `locked_down`: the administrator's lockdown keeps the screen from locking whatever is set here.
    """

    idle_delay_seconds: int
    lock_delay_seconds: int
    enable_lock: bool
    locked_down: bool


class TerminalSize(BaseModel):
    """Size of new terminal windows in characters."""

    columns: int
    rows: int


@tool("osworld_mcp_os.get_text_scale", app="os", read_only=True)
def get_text_scale() -> TextScale:
    """Get the desktop's text scaling factor (1.0 is normal size)."""
    return TextScale(scale=gsettings.read(*TEXT_SCALE))


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
    previous = gsettings.read(*TEXT_SCALE)
    gsettings.write(*TEXT_SCALE, float(new_scale))
    return TextScaleChange(previous_scale=previous, scale=new_scale)


@tool("osworld_mcp_os.get_do_not_disturb_status", app="os", read_only=True)
def get_do_not_disturb_status() -> DoNotDisturb:
    """Tell whether Do Not Disturb is on (no notification banners pop up)."""
    return DoNotDisturb(enabled=not gsettings.read(*SHOW_BANNERS))


@tool("osworld_mcp_os.set_do_not_disturb", app="os", idempotent=True)
def set_do_not_disturb(
    enable: Annotated[bool, Field(description="true: hold notification banners back; false: show them")],
) -> DoNotDisturb:
    """Turn Do Not Disturb on or off."""
    gsettings.write(*SHOW_BANNERS, not enable)
    return DoNotDisturb(enabled=enable)


@tool("osworld_mcp_os.get_volume", app="os", read_only=True)
def get_volume() -> Volume:
    """Get the sound output volume in percent and whether the output is muted."""
    with sound() as connection:
        now = _output(connection)
    return Volume(percent=now.percent, muted=now.muted)


@tool("osworld_mcp_os.set_volume", app="os", idempotent=True)
def set_volume(
    percent: Annotated[int, Field(description="0 (silent) to 100 (full volume)")],
) -> Volume:
    """Set the sound output volume. Muting is separate: a muted output stays muted."""
    if not 0 <= percent <= 100:
        raise ToolError(f"a volume of {percent}% is out of range; give 0 to 100")
    with sound() as connection:
        if not connection.set_volumes(_scale(_output(connection).volumes, percent)):
            raise ToolError(f"the sound server did not take a volume of {percent}%; try again")
        now = _output(connection)
    if now.percent != percent:
        raise ToolError(
            f"the volume is {now.percent}% although {percent}% was set; another program changed it"
        )
    return Volume(percent=now.percent, muted=now.muted)


@tool("osworld_mcp_os.configure_auto_lock", app="os", idempotent=True)
def configure_auto_lock(
    idle_delay_seconds: Annotated[
        int, Field(description="seconds without input until the screen goes blank; 0: never")
    ],
    lock_delay_seconds: Annotated[int, Field(description="seconds from then until it locks")] = 0,
    enable_lock: Annotated[bool, Field(description="whether the blank screen locks")] = True,
) -> AutoLock:
    """Set when the screen goes blank and locks by itself (Settings, Privacy, Screen)."""
    for name, seconds in (
        ("idle_delay_seconds", idle_delay_seconds),
        ("lock_delay_seconds", lock_delay_seconds),
    ):
        if not 0 <= seconds <= LONGEST_DELAY:
            raise ToolError(f"{name} is {seconds}; give 0 to {LONGEST_DELAY} seconds, for example 300")
    gsettings.write_all(
        Change(*IDLE_DELAY, idle_delay_seconds),
        Change(SCREENSAVER, "lock-delay", lock_delay_seconds),
        Change(SCREENSAVER, "lock-enabled", enable_lock),
    )
    return AutoLock(
        idle_delay_seconds=idle_delay_seconds,
        lock_delay_seconds=lock_delay_seconds,
        enable_lock=enable_lock,
        locked_down=gsettings.read(*LOCKDOWN),
    )


@tool("osworld_mcp_os.set_default_terminal_size", app="os", idempotent=True)
def set_default_terminal_size(
    columns: Annotated[int, Field(description="characters a line, 16 to 511")],
    rows: Annotated[int, Field(description="lines, 4 to 511")],
) -> TerminalSize:
    """Set the size of new GNOME Terminal windows, in its default profile; open windows stay as they are."""
    for name, number, (least, most) in (("columns", columns, COLUMNS), ("rows", rows, ROWS)):
        if not least <= number <= most:
            raise ToolError(f"{name} is {number}; GNOME Terminal takes {least} to {most}, usual is 80 x 24")
    path = TERMINAL_PROFILE_PATH.format(_default_profile())
    gsettings.write_all(
        Change(TERMINAL_PROFILE, "default-size-columns", columns, path),
        Change(TERMINAL_PROFILE, "default-size-rows", rows, path),
    )
    return TerminalSize(columns=columns, rows=rows)


def _default_profile() -> str:
    """The id of GNOME Terminal's profile for new windows. Raises ToolError when the settings name none."""
    default = gsettings.read(TERMINAL_PROFILES, "default")
    if default not in gsettings.read(TERMINAL_PROFILES, "list") or not PROFILE_ID.fullmatch(default):
        raise ToolError(
            f"GNOME Terminal's default profile {shorten(default)} does not exist; "
            "choose one in the terminal's Preferences, Profiles"
        )
    return str(default)


def _scale(volumes: Sequence[int], percent: int) -> list[int]:
    """Channels' volumes of which the loudest has `percent`; the balance between them stays."""
    loudest, target = max(volumes), round(percent * FULL / 100)
    return [round(volume * target / loudest) if loudest else target for volume in volumes]


def _output(connection: Sound) -> Output:
    output = connection.output()
    if output is None or not output.volumes:
        raise ToolError("this computer has no sound output; check Settings, Sound")
    return output
