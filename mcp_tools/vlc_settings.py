"""VLC's settings: those it starts with, and those of the player that is running."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field
from typing_extensions import TypedDict

from mcp_tools.messages import shorten
from mcp_tools.registry import ToolError, tool
from mcp_tools.vlc_http import PlayerStatus, command, is_running, status, wait_until
from mcp_tools.vlc_mpris import player
from mcp_tools.vlc_options import (
    Option,
    option,
    read_settings,
    save_settings,
    settings_file,
    settings_text,
    write_setting,
)

PROTECTED = ("extraintf", "http-host", "http-port", "http-password", "http-src", "lua-intf")
"""The interface through which these tools reach VLC."""
SWITCHES = {"loop": "pl_loop", "repeat": "pl_repeat", "random": "pl_random"}
NOW = "now, and whenever VLC starts"
NEXT_START = "when VLC is next started: close it and open it again"
LOST_WHEN_SAVED = "; saving VLC's Preferences before it is closed sets it back, so leave them with Cancel"
"""VLC saves all settings as it read them when it started."""
ONCE = "now, until VLC is closed"


class LiveSettings(TypedDict):
    """What the running player has set; volume in percent, rate 1.0 is normal speed."""

    volume: int
    rate: float
    loop: bool
    repeat: bool
    random: bool
    fullscreen: bool


class Settings(TypedDict):
    """What VLC starts with, by option; the rest has VLC's default. `live`: the running player's, if it runs."""

    file: str
    settings: dict[str, str]
    live: LiveSettings | None


class ChangedSetting(TypedDict):
    """A setting, what it was before (None: VLC's default) and is now, and when that takes effect."""

    field: str
    previous: str | None
    value: str
    takes_effect: str


@tool("osworld_mcp_vlc.get_settings", app="vlc", read_only=True)
def get_settings() -> Settings:
    """Get VLC's settings: the options in its settings file and, while it runs, the player's."""
    stored = {
        _readable(name): _readable(value)
        for name, value in sorted(read_settings().items())
        if name not in PROTECTED
    }
    return Settings(file=str(settings_file()), settings=stored, live=_live() if is_running() else None)


@tool("osworld_mcp_vlc.set_settings", app="vlc", idempotent=True)
def set_settings(
    field: Annotated[str, Field(description="VLC option such as snapshot-path, or volume (percent), rate")],
    value: Annotated[str, Field(description="its new value: text, number, true or false")],
) -> ChangedSetting:
    """Set one of VLC's options for its next start; loop, repeat, random, rate and volume also at once."""
    name = field.strip().removeprefix("--")
    if name in PROTECTED:
        raise ToolError(f"{name} stays as it is: these tools reach VLC through it; choose another setting")
    if name == "volume":
        return _set_volume(value)
    accepted = Option("float", 0.05, 30) if name == "rate" else option(name)
    stored = accepted.to_stored(value)
    if stored is None:
        raise ToolError(f"{name} does not take {shorten(value)}; give {accepted.expectation}")
    file = settings_text()
    previous = read_settings().get(name)
    write_setting(name, stored)
    try:
        _check_stored(name, stored)
        runs = is_running()
        is_applied = runs and _apply(name, stored)
    except ToolError:
        save_settings(file)
        raise
    return ChangedSetting(
        field=name,
        previous=None if previous is None else _readable(previous),
        value=stored,
        takes_effect=(NOW if is_applied else NEXT_START) + (LOST_WHEN_SAVED if runs else ""),
    )


def _check_stored(name: str, stored: str) -> None:
    if read_settings().get(name) != stored:
        raise ToolError(
            f"VLC's settings do not hold {name} afterwards; another program writes them, try again"
        )


def _readable(text: str) -> str:
    """Text for an answer; bytes that are not UTF-8 become `�`."""
    return text.encode("utf-8", "surrogateescape").decode("utf-8", "replace")


def _apply(name: str, stored: str) -> bool:
    """Set it in the running player too, where VLC has a way."""
    if name in SWITCHES:
        enabled = stored == "1"
        if _switch(status(), name) != enabled:
            command(SWITCHES[name])
        wait_until(lambda now: _switch(now, name) == enabled, f"VLC did not switch {name}")
    elif name == "rate" and status().state != "stopped":
        command("rate", val=stored)
        wait_until(lambda now: abs(now.rate - float(stored)) < 0.01, f"VLC did not play at {stored}")
    else:
        return False
    return True


def _set_volume(value: str) -> ChangedSetting:
    text = value.strip().removesuffix("%")
    if not text.isascii() or not text.isdecimal() or len(text) > 3 or int(text) > 200:
        raise ToolError(
            f"volume does not take {shorten(value)}; give a whole number of percent from 0 to 200"
        )
    percent = int(text)
    previous = _percent(status())
    command("volume", val=str(round(percent * 256 / 100)))
    after = wait_until(
        lambda now: abs(_percent(now) - percent) <= 1, f"VLC's volume did not become {percent}%"
    )
    return ChangedSetting(
        field="volume", previous=str(previous), value=str(_percent(after)), takes_effect=ONCE
    )


def _live() -> LiveSettings:
    if (running := player()) is None:  # it starts: its HTTP interface is waited for
        now = status()
        volume, rate, fullscreen = _percent(now), now.rate, now.fullscreen
        loop, repeat, random = now.loops, now.repeats, now.random
    else:
        volume, rate, fullscreen = running.volume, running.rate, running.fullscreen
        loop, repeat, random = running.loop, running.repeat, running.random
    return LiveSettings(
        volume=volume, rate=rate, loop=loop, repeat=repeat, random=random, fullscreen=fullscreen
    )


def _switch(now: PlayerStatus, name: str) -> bool:
    return {"loop": now.loops, "repeat": now.repeats, "random": now.random}[name]


def _percent(now: PlayerStatus) -> int:
    return round(now.volume * 100 / 256)
