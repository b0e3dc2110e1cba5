"""VLC: playing, the playlist, and where playback is."""

from __future__ import annotations

import math
import time
from pathlib import Path
from typing import Annotated
from urllib.parse import unquote, urlsplit

from pydantic import BaseModel, Field

from mcp_tools.os_command import user_path
from mcp_tools.registry import ToolError, tool
from mcp_tools.timeouts import scale_timeout
from mcp_tools.vlc_http import (
    EFFECT_SECONDS,
    POLL_SECONDS,
    PlayerStatus,
    PlaylistItem,
    State,
    command,
    look_until,
    playlist,
    status,
    wait_until,
)
from mcp_tools.vlc_mpris import player, set_fullscreen
from mcp_tools.waiting import wait

OPENING_SECONDS = scale_timeout(5.0)
"""How long VLC may take to look into media that it has just begun to play."""
RESEND_SECONDS = 0.5
STREAM_SCHEMES = ("http", "https", "rtsp", "rtp", "udp", "mms", "ftp")


class Playback(BaseModel):
    """What VLC is doing; `item` is the playing entry's name, time and duration are seconds."""

    state: State
    item: str
    time: float
    duration: float | None


class Playlist(BaseModel):
    """The playlist, in order."""

    items: list[PlaylistItem]


class AddedItem(BaseModel):
    """The entry that was added, its place in the playlist counted from 1, and how many there are now."""

    item: PlaylistItem
    place: int
    count: int


class PlayTime(BaseModel):
    """How far playback is, in seconds."""

    seconds: float
    item: str


class MediaDuration(BaseModel):
    """How long the playing media is, in seconds."""

    seconds: float
    item: str


class Fullscreen(BaseModel):
    """Whether the video fills the screen."""

    fullscreen: bool


@tool("osworld_mcp_vlc.play", app="vlc", idempotent=True)
def play() -> Playback:
    """Start or resume playing the current item of VLC's playlist (the first one when none was played yet)."""
    before = status()
    if before.state == "stopped":
        _require_items()
        command("pl_play")
        wait_until(lambda now: now.state != "stopped", "VLC did not start playing")
    return _resume()


@tool("osworld_mcp_vlc.pause", app="vlc", idempotent=True)
def pause() -> Playback:
    """Pause playback in VLC; a pause that is on stays on."""
    if status().state == "stopped":
        raise ToolError("nothing is playing in VLC; call play first")
    command("pl_forcepause")
    return _playback(wait_until(lambda now: now.state == "paused", "VLC did not pause"))


@tool("osworld_mcp_vlc.next", app="vlc")
def next_item() -> Playback:
    """Switch to the next item of VLC's playlist and play it."""
    return _switch("pl_next", "next")


@tool("osworld_mcp_vlc.previous", app="vlc")
def previous_item() -> Playback:
    """Switch to the previous item of VLC's playlist and play it."""
    return _switch("pl_previous", "previous")


@tool("osworld_mcp_vlc.add_to_playlist", app="vlc")
def add_to_playlist(
    uri: Annotated[str, Field(description="path of a media file, or a URI such as file:///… or http://…")],
) -> AddedItem:
    """Add a media file at the end of VLC's playlist, without starting to play it."""
    location = _media_location(uri)
    known = {item.id for item in playlist()}
    command("in_enqueue", input=location)

    def added() -> AddedItem | None:
        items = playlist()
        places = (place for place, item in enumerate(items, start=1) if item.id not in known)
        place = next(places, None)
        return AddedItem(item=items[place - 1], place=place, count=len(items)) if place else None

    if added_item := wait(added, EFFECT_SECONDS, pause=POLL_SECONDS):
        return added_item
    raise ToolError(
        f"VLC did not take {location} into its playlist; check that it can play this kind of file"
    )


@tool("osworld_mcp_vlc.get_playlist", app="vlc", read_only=True)
def get_playlist() -> Playlist:
    """Get VLC's playlist: each entry's name, URI, duration in seconds, and which one is current."""
    return Playlist(items=playlist())


@tool("osworld_mcp_vlc.get_current_time", app="vlc", read_only=True)
def get_current_time() -> PlayTime:
    """Get how many seconds of the current media have been played."""
    if (playing := player()) is not None and not playing.stopped:
        return PlayTime(seconds=playing.position, item=playing.title)
    now = _require_media()
    return PlayTime(seconds=now.seconds, item=now.title)


@tool("osworld_mcp_vlc.get_media_duration", app="vlc", read_only=True)
def get_media_duration() -> MediaDuration:
    """Get the duration in seconds of the media that is playing or paused in VLC."""
    if (playing := player()) is not None and not playing.stopped and playing.length is not None:
        return MediaDuration(seconds=playing.length, item=playing.title)
    _require_media()
    now = look_until(lambda then: then.length > 0 or then.state == "stopped", OPENING_SECONDS)
    if now.length <= 0:
        raise ToolError(f"VLC does not know how long {now.title!r} is; a live stream has no duration")
    exact = next((item.duration for item in playlist() if item.id == now.item_id), None)
    return MediaDuration(seconds=exact or now.length, item=now.title)


@tool("osworld_mcp_vlc.toggle_fullscreen", app="vlc")
def toggle_fullscreen(
    enable: Annotated[
        bool | None,
        Field(description="true: fill the screen; false: back to the window; left out: switch over"),
    ] = None,
) -> Fullscreen:
    """Show the video that is playing in VLC on the whole screen, or in its window again."""
    _require_media()
    now = look_until(lambda then: then.has_streams or then.state == "stopped", OPENING_SECONDS)
    if not now.has_video:
        raise ToolError(f"{now.title!r} has no picture; only a video can fill the screen")
    now = wait_until(lambda then: then.has_output, "VLC shows no picture")
    target = not now.fullscreen if enable is None else enable
    sent = -math.inf

    def reached(then: PlayerStatus) -> bool:
        # A player that has just changed its item may give up the picture that was told: tell the next one too.
        nonlocal sent
        if then.fullscreen != target and time.monotonic() - sent > RESEND_SECONDS:
            set_fullscreen(target)
            sent = time.monotonic()
        return then.fullscreen == target

    after = wait_until(reached, f"VLC did not {'enter' if target else 'leave'} full screen")
    return Fullscreen(fullscreen=after.fullscreen)


def _switch(order: str, direction: str) -> Playback:
    """Past the end of a list that does not loop VLC stops without a word; that is refused here instead."""
    items = _require_items()
    before = status()
    if len(items) == 1:
        raise ToolError("the playlist has only one item; add another one with add_to_playlist")
    if order == "pl_next" and items[-1].current and not (before.loops or before.random):
        raise ToolError(f"{items[-1].name!r} is the last item of the playlist; go back with previous")
    command(order)
    wait_until(
        lambda now: now.state != "stopped" and now.item_id != before.item_id,
        f"VLC did not play a {direction} item: perhaps it cannot be opened",
    )
    return _resume()


def _resume() -> Playback:
    """An item that was opened with VLC's option start-paused pauses itself."""
    if status().state == "paused":
        command("pl_forceresume")
    return _playback(wait_until(lambda now: now.state == "playing", "VLC did not start playing"))


def _playback(now: PlayerStatus) -> Playback:
    return Playback(
        state=now.state, item=now.title, time=now.seconds, duration=now.length if now.length > 0 else None
    )


def _require_items() -> list[PlaylistItem]:
    items = playlist()
    if not items:
        raise ToolError("VLC's playlist is empty; add a file with add_to_playlist first")
    return items


def _require_media() -> PlayerStatus:
    now = status()
    if now.state == "stopped":
        raise ToolError("nothing is playing in VLC; call play first")
    return now


def _media_location(uri: str) -> str:
    """The URI VLC is given; a file must exist."""
    scheme = urlsplit(uri).scheme.lower() if "://" in uri else ""
    if scheme in STREAM_SCHEMES:
        return uri
    if scheme not in ("", "file"):
        raise ToolError(f"{uri!r} is neither a file nor a stream address ({', '.join(STREAM_SCHEMES)})")
    path = Path(unquote(urlsplit(uri).path)) if scheme == "file" else user_path(uri)
    if not path.is_file():
        raise ToolError(f"there is no file {path}; check the path, for example with search_files")
    return path.as_uri()
