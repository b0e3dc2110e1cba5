"""VLC's video on the whole screen."""

from __future__ import annotations

import math
import time
from typing import Annotated

from pydantic import BaseModel, Field

from mcp_tools.messages import shorten
from mcp_tools.registry import ToolError, tool
from mcp_tools.timeouts import scale_timeout
from mcp_tools.vlc_http import PlayerStatus, look_until, require_media, status, wait_until
from mcp_tools.vlc_mpris import set_fullscreen
from mcp_tools.waiting import wait
from mcp_tools.windows import WindowInfo, activate, is_larger_than_screen, is_screen_filling, windows

OPENING_SECONDS = scale_timeout(5.0)
"""How long VLC may take to look into media that it has just begun to play."""
WINDOW_SECONDS = scale_timeout(4.0)
FILLING_SECONDS = scale_timeout(8.0)
"""For 6 s VLC shows a bar beside the picture that offers to go on where an earlier session stopped."""
RESEND_SECONDS = 0.5
PAUSE_SECONDS = 0.01


class Fullscreen(BaseModel):
    """Whether the video fills the screen."""

    fullscreen: bool


@tool("osworld_mcp_vlc.toggle_fullscreen", app="vlc")
def toggle_fullscreen(
    enable: Annotated[
        bool | None,
        Field(description="true: fill the screen; false: back to the window; left out: switch over"),
    ] = None,
) -> Fullscreen:
    """Show the video that is playing in VLC on the whole screen, or in its window again."""
    require_media()
    now = look_until(lambda then: then.has_streams or then.state == "stopped", OPENING_SECONDS)
    if not now.has_video:
        raise ToolError(f"{shorten(now.title)} has no picture; only a video can fill the screen")
    now = wait_until(lambda then: then.has_output, "VLC shows no picture")
    target = not (now.fullscreen and _fills_screen()) if enable is None else enable
    _set_state(target)
    if target:
        _raise_window()
    if wait(lambda: _fills_screen() == target, FILLING_SECONDS, pause=PAUSE_SECONDS):
        return Fullscreen(fullscreen=target)
    cause = _what_hinders(target)
    if now.fullscreen != target:
        _set_state(now.fullscreen)
    raise ToolError(cause)


def _what_hinders(target: bool) -> str:
    if not target:
        return "VLC's whole interface fills the screen, not its video alone; press F11 in it"
    if any(window.app == "vlc" and is_larger_than_screen(window) for window in windows()):
        return "VLC's window is larger than the screen; make the desktop's text smaller and open VLC again"
    return "the video does not fill the screen; close the dialog in front of VLC, then try again"


def _set_state(target: bool) -> None:
    sent = -math.inf

    def reached(then: PlayerStatus) -> bool:
        # A player that has just changed its item may give up the picture that was notified: notify the next one too.
        nonlocal sent
        if then.fullscreen != target and time.monotonic() - sent > RESEND_SECONDS:
            set_fullscreen(target)
            sent = time.monotonic()
        return then.fullscreen == target

    if not reached(status()):
        wait_until(reached, f"VLC did not {'enter' if target else 'leave'} full screen")


def _raise_window() -> None:
    """Show the video's window where it is minimised or behind another application's."""

    def is_in_front() -> bool:
        shown = windows()
        return shown[0].app == "vlc" and not _largest(shown).minimized

    if any(window.app == "vlc" for window in windows()) and not is_in_front():
        activate(_largest(windows()))
        wait(is_in_front, WINDOW_SECONDS, pause=PAUSE_SECONDS)


def _largest(shown: list[WindowInfo]) -> WindowInfo:
    """VLC's largest window: in full screen the one with the video."""
    own = [window for window in shown if window.app == "vlc"]
    return max(own, key=lambda window: window.width * window.height)


def _fills_screen() -> bool:
    return any(
        window.app == "vlc" and not window.minimized and is_screen_filling(window) for window in windows()
    )
