"""What VLC's tools promise."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from hypothesis import strategies as st
from hypothesis.strategies import SearchStrategy

from controller.core.guest import HOME, ToolResult
from tests.guest.fuzz.promises import Arguments, Expected, Promise, State
from tests.guest.fuzz.vlc_settings_promises import (
    REFUSED,
    is_open,
    read_settings,
    set_one,
    settings_arguments,
)

FOLDER: Final = f"{HOME}/fuzz"
VLCRC: Final = f"{HOME}/.config/vlc/vlcrc"
MEDIA: Final = ("one.mp4", "two.mp4", "three.mp4")
BROKEN: Final = ("text.txt", "empty.mp4")
SOUND: Final = "tune.mp3"
SAME: Final = Expected(undoable=False)
SECONDS: Final = 20.0
PLAYING: Final = ("state", "current", "second", "fullscreen", "rate")
"""What another item, or playing on, may change."""
GOOD: Final = tuple(f"{FOLDER}/{name}" for name in (*MEDIA, *BROKEN, SOUND))
BAD: Final = (
    f"{FOLDER}/none.mp4",
    f"{FOLDER}/fifo.mp4",
    f"{FOLDER}/folder.mp4",
    "/root/x.mp4",
    "",
    "vlc://quit",
    "http://",
    "http://a b/",
    "rtsp://[",
    "file://host/x.mp4",
    f"file://{FOLDER}/one.mp4?x",
    "/" + "a/" * 3000,
    "x" * 1_000_000,
    "http://h/" + "x" * 100_000,
    "a\0b",
)
STREAM: Final = "http://127.0.0.1:9/clip.mp4"
UNPLAYABLE: Final = (*BROKEN, STREAM)


def nothing(_state: State) -> SearchStrategy[Arguments]:
    return st.just({})


def items(state: State) -> list[str]:
    playlist = state.get("playlist", [])
    assert isinstance(playlist, list)
    return playlist


def plays_from(state: State) -> bool:
    """Whether every item can be played."""
    return not any(uri.endswith(name) for uri in items(state) for name in UNPLAYABLE)


def play(state: State, _arguments: Arguments) -> Expected:
    if not is_open(state) or (state["state"] == "stopped" and not items(state)):
        return REFUSED
    error = False if plays_from(state) or state["state"] != "stopped" else None
    return Expected(
        error=error,
        changes={"state": "playing"},
        free=PLAYING,
        undoable=False,
        seconds=SECONDS,
    )


def pause(state: State, _arguments: Arguments) -> Expected:
    if not is_open(state) or state["state"] == "stopped":
        return REFUSED
    free = ("second",) if state["state"] == "playing" else ()
    return Expected(changes={"state": "paused"}, free=free, undoable=False)


def switch(step: int) -> Callable[[State, Arguments], Expected]:
    def expected(state: State, _arguments: Arguments) -> Expected:
        count = len(items(state))
        if not is_open(state) or count < 2:
            return REFUSED
        current = state["current"]
        assert isinstance(current, int)
        if step == 1 and current == count - 1 and not (state["loop"] or state["random"]):
            return REFUSED
        if current < 0 or state["random"]:
            return Expected(
                error=None,
                changes={"state": "playing"},
                free=PLAYING,
                undoable=False,
                seconds=SECONDS,
            )
        goal = (current + step) % count
        broken = items(state)[goal].endswith(UNPLAYABLE)
        changes = {"state": "playing", "current": goal}
        return Expected(
            error=broken or (None if state["state"] == "stopped" else False),
            changes=changes,
            free=PLAYING,
            undoable=False,
            seconds=SECONDS,
        )

    return expected


def add_arguments(_state: State) -> SearchStrategy[Arguments]:
    good = st.sampled_from([*GOOD, *(f"file://{path}" for path in GOOD), STREAM, "~/fuzz/one.mp4"])
    return st.one_of(good, good, st.sampled_from(BAD)).map(lambda uri: {"uri": uri})


def add(state: State, arguments: Arguments) -> Expected:
    uri = str(arguments["uri"])
    if uri in BAD or not is_open(state):
        return REFUSED
    path = uri.removeprefix("file://").replace("~", HOME)
    added = uri if uri == STREAM else f"file://{path}"
    return Expected(changes={"playlist": [*items(state), added]}, free=("current",), undoable=False)


def running(state: State, _arguments: Arguments) -> Expected:
    return SAME if is_open(state) else REFUSED


def playing(state: State, _arguments: Arguments) -> Expected:
    return SAME if is_open(state) and state["state"] != "stopped" else REFUSED


def playlist(state: State, _arguments: Arguments) -> Expected:
    def wrong(result: ToolResult) -> str | None:
        listed = [item["uri"] for item in (result.structured or {})["items"]]
        return None if listed == items(state) else f"listed {listed}"

    if not is_open(state):
        return REFUSED
    return Expected(answer=wrong, undoable=False, long_answer=True)


def media_arguments(_state: State) -> SearchStrategy[Arguments]:
    paths = [FOLDER, f"file://{FOLDER}", f"{FOLDER}/one.mp4", f"{FOLDER}/none", "/root", "/" + "a/" * 3000]
    suffixes: list[Any] = [["mp4"], [".MP4", "*.txt"], ["none"], [], ["/"], ["x" * 100_000]]
    return st.fixed_dictionaries(
        {"path": st.sampled_from(paths)}, optional={"suffix": st.sampled_from(suffixes)}
    )


def media(_state: State, arguments: Arguments) -> Expected:
    suffix = arguments.get("suffix", ["every"])
    if not str(arguments["path"]).endswith(FOLDER) or suffix in ([], ["/"], ["x" * 100_000]):
        return REFUSED
    names = {
        "every": [*MEDIA, "empty.mp4", SOUND],
        "mp4": [*MEDIA, "empty.mp4"],
        ".MP4": [*MEDIA, "empty.mp4", "text.txt"],
        "none": [],
    }[suffix[0]]

    def wrong(result: ToolResult) -> str | None:
        files = (result.structured or {})["files"]
        return None if files == sorted(f"{FOLDER}/{name}" for name in names) else f"listed {files}"

    return Expected(answer=wrong, undoable=False, long_answer=True)


def screen_arguments(_state: State) -> SearchStrategy[Arguments]:
    return st.sampled_from([{}, {"enable": True}, {"enable": False}, {"enable": None}, {"enable": "yes"}])


def is_sound(state: State) -> bool:
    """Whether the current item has no picture."""
    current = state["current"]
    assert isinstance(current, int)
    return current >= 0 and items(state)[current].endswith(SOUND)


def screen(state: State, arguments: Arguments) -> Expected:
    enable = arguments.get("enable")
    if not is_open(state) or state["state"] == "stopped" or enable == "yes" or is_sound(state):
        return REFUSED
    goal = not state["fullscreen"] if enable is None else enable
    return Expected(changes={"fullscreen": goal}, undoable=False, seconds=SECONDS)


CLOSED = "VLC is not running"
PROMISES: Final = [
    Promise(
        "osworld_mcp_vlc.play",
        "The current item plays (the first one when none was played); playlist and settings stay.",
        f"{CLOSED}; the playlist is empty; no item can be played.",
        nothing,
        play,
    ),
    Promise(
        "osworld_mcp_vlc.pause",
        "Playback is paused, where it was.",
        f"{CLOSED}; nothing is playing.",
        nothing,
        pause,
    ),
    Promise(
        "osworld_mcp_vlc.next",
        "The item after the current one plays; in random order, another one.",
        f"{CLOSED}; fewer than two items; the last one without loop; an item that cannot be played (VLC goes back).",
        nothing,
        switch(1),
    ),
    Promise(
        "osworld_mcp_vlc.previous",
        "The item before the current one plays (before the first comes the last); in random order, another one.",
        f"{CLOSED}; fewer than two items; an item that cannot be played (VLC goes back).",
        nothing,
        switch(-1),
    ),
    Promise(
        "osworld_mcp_vlc.add_to_playlist",
        "The file or stream is the last entry of the playlist; what plays goes on.",
        f"{CLOSED}; what is no readable file, no file of this computer, or no whole stream address.",
        add_arguments,
        add,
    ),
    Promise(
        "osworld_mcp_vlc.get_playlist",
        "All entries in order; nothing changes.",
        f"{CLOSED}.",
        nothing,
        playlist,
    ),
    Promise(
        "osworld_mcp_vlc.get_current_time",
        "The seconds played of the current item; nothing changes.",
        f"{CLOSED}; nothing is playing.",
        nothing,
        playing,
    ),
    Promise(
        "osworld_mcp_vlc.get_media_duration",
        "The current item's duration in seconds; nothing changes.",
        f"{CLOSED}; nothing is playing; a live stream.",
        nothing,
        playing,
    ),
    Promise(
        "osworld_mcp_vlc.get_media_files",
        "Paths of the folder's media files, at most 500; nothing changes.",
        "What is no readable folder; endings that are none.",
        media_arguments,
        media,
    ),
    Promise(
        "osworld_mcp_vlc.toggle_fullscreen",
        "The video covers the whole screen, its window raised, or is in its window again.",
        f"{CLOSED}; nothing is playing; sound without a picture.",
        screen_arguments,
        screen,
    ),
    Promise(
        "osworld_mcp_vlc.get_settings",
        "The options in VLC's settings file and the running player's; nothing changes.",
        "A settings file that cannot be read.",
        nothing,
        read_settings,
    ),
    Promise(
        "osworld_mcp_vlc.set_settings",
        "The option has the value in VLC's settings file, other lines stay; loop, random, rate and volume at once.",
        "Unknown options, values out of range, options the tools need, commands as help; volume without VLC.",
        settings_arguments,
        set_one,
    ),
]
