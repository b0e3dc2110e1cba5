"""VLC: playing, and where playback is."""

from __future__ import annotations

import time

from pydantic import BaseModel

from mcp_tools.messages import shorten
from mcp_tools.registry import ToolError, tool
from mcp_tools.timeouts import scale_timeout
from mcp_tools.vlc_http import (
    PlayerStatus,
    PlaylistItem,
    State,
    command,
    look_until,
    playlist,
    require_items,
    require_media,
    status,
    wait_until,
)
from mcp_tools.vlc_mpris import player

OPENING_SECONDS = scale_timeout(5.0)
"""How long VLC may take to look into media that it has just begun to play."""
PLAYING_SECONDS = scale_timeout(8.0)
"""How long VLC may take until an item plays."""
STOPPED_SECONDS = scale_timeout(2.0)
"""How long it may take until it begins with an item; one that cannot be played ends at once."""

STOPS = 5
SEEKS = 3
SETTLING_SECONDS = 0.5
ELSEWHERE_SECONDS = 2.0
"""How far from a place VLC may be that plays on."""


class Playback(BaseModel):
    """What VLC is doing; `item` is the playing entry's name, time and duration are seconds."""

    state: State
    item: str
    time: float
    duration: float | None


class PlayTime(BaseModel):
    """How far playback is, in seconds."""

    seconds: float
    item: str


class MediaDuration(BaseModel):
    """How long the playing media is, in seconds."""

    seconds: float
    item: str


@tool("osworld_mcp_vlc.play", app="vlc", idempotent=True)
def play() -> Playback:
    """Start or resume playing the current item of VLC's playlist (the first one when none was played yet)."""
    before = status()
    if before.state == "stopped":
        items = require_items()
        command("pl_play")
        began = time.monotonic()

        def has_begun(now: PlayerStatus) -> bool:
            has_ended = now.state == "stopped" and time.monotonic() > began + STOPPED_SECONDS
            return now.state == "paused" or _plays(now) or has_ended

        if not look_until(has_begun, PLAYING_SECONDS).has_streams:
            _return_to(before, items)
            name = next((shorten(item.name) for item in items if item.current), "the playlist's items")
            raise ToolError(f"VLC cannot play {name}; choose another item")
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


@tool("osworld_mcp_vlc.get_current_time", app="vlc", read_only=True)
def get_current_time() -> PlayTime:
    """Get how many seconds of the current media have been played."""
    if (playing := player()) is not None and not playing.stopped:
        return PlayTime(seconds=playing.position, item=playing.title)
    now = require_media()
    return PlayTime(seconds=now.seconds, item=now.title)


@tool("osworld_mcp_vlc.get_media_duration", app="vlc", read_only=True)
def get_media_duration() -> MediaDuration:
    """Get the duration in seconds of the media that is playing or paused in VLC."""
    if (playing := player()) is not None and not playing.stopped and playing.length is not None:
        return MediaDuration(seconds=playing.length, item=playing.title)
    require_media()
    now = look_until(lambda then: then.length > 0 or then.state == "stopped", OPENING_SECONDS)
    if now.length <= 0:
        raise ToolError(f"VLC does not know how long {shorten(now.title)} is; a live stream has no duration")
    exact = next((item.duration for item in playlist() if item.id == now.item_id), None)
    return MediaDuration(seconds=exact or now.length, item=now.title)


def _switch(order: str, direction: str) -> Playback:
    """Past the end of a list that does not loop VLC stops without a word; that is refused here instead."""
    items = require_items()
    before = status()
    if len(items) == 1:
        raise ToolError("the playlist has only one item; add another one with add_to_playlist")
    if order == "pl_next" and items[-1].current and not (before.loops or before.random):
        last = shorten(items[-1].name)
        raise ToolError(f"{last} is the last item of the playlist; go back with previous")
    goal = None if before.random else _neighbour(items, 1 if order == "pl_next" else -1)
    command(order)
    now = look_until(
        lambda then: (_has_opened(then) and then.item_id != before.item_id) or _is_past(then, before, goal),
        PLAYING_SECONDS,
    )
    if _has_opened(now) and now.item_id != before.item_id and goal in (None, now.item_id):
        return _resume()
    if (now.item_id, now.state, _current(playlist())) != (before.item_id, before.state, _current(items)):
        _return_to(before, items)
    if before.random:
        raise ToolError(
            f"VLC's random order has no {direction} item that it can play; it stays where it was. "
            "Set random to no with set_settings to go through the playlist in its order"
        )
    name = next((shorten(item.name) for item in items if item.id == goal), "it")
    raise ToolError(
        f"VLC cannot play the {direction} item, {name}; it stays where it was. "
        "Remove that item from the playlist, or start another one by a double click"
    )


def _current(items: list[PlaylistItem]) -> int | None:
    """The id of the current item; a VLC that has stopped has one, too."""
    return next((item.id for item in items if item.current), None)


def _neighbour(items: list[PlaylistItem], step: int) -> int | None:
    """The id of the item beside the current one; beyond an end of the list comes its other end."""
    places = (place for place, item in enumerate(items) if item.current)
    place = next(places, None)
    return None if place is None else items[(place + step) % len(items)].id


def _is_past(now: PlayerStatus, before: PlayerStatus, goal: int | None) -> bool:
    """VLC passes over an item that it cannot play."""
    return goal is not None and now.item_id not in (-1, before.item_id, goal)


def _plays(now: PlayerStatus) -> bool:
    """VLC is in the state "playing" already while it opens an item that it perhaps cannot play, or pauses at once.

    A live stream has no length, and then no position.
    """
    return now.state == "playing" and (now.position > 0 or (now.has_streams and now.length <= 0))


def _has_opened(now: PlayerStatus) -> bool:
    """Whether VLC plays an item, or has paused it at its start, as VLC's option start-paused demands."""
    return _plays(now) or (now.state == "paused" and now.has_streams)


def _return_to(before: PlayerStatus, items: list[PlaylistItem]) -> None:
    """Play, pause or stop at the item and the place where VLC was before."""
    current = _current(items)
    item = before.item_id if current is None else current
    if before.state == "stopped":
        # Of a list that it has not played VLC makes the first item the current one by itself, at some later time.
        _stop_at(items[0].id if item == -1 and items else item)
        return
    now = status()
    if item != -1 and not (
        now.item_id == item and now.has_streams
    ):  # or it would begin again, at some later time
        command("pl_play", id=str(item))
        wait_until(lambda now: now.item_id == item and now.has_streams, "VLC did not go back")
    look_until(_has_begun, OPENING_SECONDS)
    if before.state == "paused":
        command("pl_forcepause")
        wait_until(lambda now: now.state == "paused", "VLC did not pause again")
    _seek_back(before.position)


def _stop_at(item: int) -> None:
    """Stop at this item, -1 for any. From an item that it cannot play VLC goes on to another at once."""
    for _ in range(STOPS):
        if item != -1 and _current(playlist()) != item:
            command("pl_play", id=str(item))
            look_until(lambda now: now.item_id == item, STOPPED_SECONDS)
        command("pl_stop")
        wait_until(lambda now: now.state == "stopped", "VLC did not stop again")
        if item == -1 or _current(playlist()) == item:
            return
    raise ToolError("VLC stopped, but at another item than it was before; look at its playlist")


def _has_begun(now: PlayerStatus) -> bool:
    """Whether VLC shows or plays the item: before that it forgets a place to which it was sent."""
    return now.state == "paused" or (now.position > 0 and (now.has_output or not now.has_video))


def _seek_back(position: float) -> None:
    """Go to a place and see that VLC stays there: it names a place at once, and may be at another one then."""

    def is_elsewhere(now: PlayerStatus) -> bool:
        return abs(now.position - position) * now.length > ELSEWHERE_SECONDS * max(1.0, now.rate)

    for _ in range(SEEKS):
        command("seek", val=f"{position * 100:.6f}%")
        if not is_elsewhere(look_until(is_elsewhere, SETTLING_SECONDS)):
            return
    raise ToolError("VLC did not go back to where it was in the item; look at its window")


def _resume() -> Playback:
    """An item that was opened with VLC's option start-paused pauses itself."""
    if status().state == "paused":
        command("pl_forceresume")
    return _playback(wait_until(lambda now: now.state == "playing", "VLC did not start playing"))


def _playback(now: PlayerStatus) -> Playback:
    return Playback(
        state=now.state, item=now.title, time=now.seconds, duration=now.length if now.length > 0 else None
    )
