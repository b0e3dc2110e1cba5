"""VLC's state and playlist, read by root in the guest from VLC's own HTTP interface."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal
from urllib.parse import unquote, urlsplit

from checkers.base import Claim, GuestView
from checkers.evidence import Unusable, examine
from checkers.guest_scripts import PYTHON, guest_script

MAX_ITEMS = 1000
MAX_NESTING = 10


@dataclass(frozen=True, slots=True)
class Player:
    """What VLC is doing; `seconds` of the item played, `path` of the item's file, "" when it is none."""

    state: str
    path: str
    seconds: float
    fullscreen: bool


@dataclass(frozen=True, slots=True)
class PlaylistItem:
    """An entry of the playlist; `path` is its file's, or the whole URI of something that is no file."""

    id: int
    path: str
    current: bool


def player(guest: GuestView) -> Player:
    """Read what VLC is doing. Raises Unusable if it is not running or its response is malformed."""
    status = _page(guest, "status")
    try:
        item_id = int(status["currentplid"])
        seconds = float(status["position"]) * max(float(status["length"]), 0.0)
        state, fullscreen = str(status["state"]), bool(status["fullscreen"])
    except (KeyError, TypeError, ValueError, OverflowError) as error:
        raise Unusable("VLC tells its state", f"VLC's status cannot be understood: {error!r}") from error
    path = next((item.path for item in playlist(guest) if item.id == item_id), "")
    return Player(state, path, seconds, fullscreen)


def playlist(guest: GuestView) -> list[PlaylistItem]:
    """List VLC's playlist in order, without its media library. Raises Unusable."""
    try:
        root = _page(guest, "playlist")["children"][0]
        leaves = list(_leaves(root, MAX_NESTING))
        items = [PlaylistItem(int(leaf["id"]), _path(str(leaf["uri"])), "current" in leaf) for leaf in leaves]
    except (KeyError, IndexError, TypeError, ValueError, AttributeError, OverflowError) as error:
        raise Unusable("VLC tells its state", f"VLC's playlist cannot be understood: {error!r}") from error
    if len(items) > MAX_ITEMS:
        raise Unusable("VLC tells its state", f"VLC's playlist has {len(items)} entries")
    return items


def playlist_is(guest: GuestView, paths: Sequence[str]) -> Claim:
    """Claim that VLC's playlist has exactly these files, in this order."""

    def look() -> tuple[bool, object]:
        queued = [item.path for item in playlist(guest)]
        return queued == list(paths), ", ".join(queued) or "nothing"

    return examine(f"VLC's playlist is {', '.join(Path(path).name for path in paths)}", look)


def player_is(
    guest: GuestView,
    state: Literal["playing", "paused", "stopped"],
    path: str,
    *,
    fullscreen: bool | None = None,
) -> Claim:
    """Claim that VLC is in a state, at a file and, if given, in full screen or not."""

    def look() -> tuple[bool, object]:
        now = player(guest)
        holds = (now.state, now.path) == (state, path) and fullscreen in (None, now.fullscreen)
        return holds, now

    screen = {None: "", True: " on the whole screen", False: " in its window"}[fullscreen]
    return examine(f"VLC is {state} at {Path(path).name}{screen}", look)


def _page(guest: GuestView, name: Literal["status", "playlist"]) -> dict[str, Any]:
    script = guest_script(Path(__file__).with_name("vlc_state.py"))
    result = guest.look([*PYTHON, name], stdin=script)
    if result.exit_code == 3:
        raise Unusable("VLC tells its state", result.text.strip()[:200])
    if result.exit_code != 0:
        raise Unusable("VLC tells its state", f"VLC gave no answer: {result.text.strip()[:200]}")
    try:
        data = json.loads(result.stdout)
    except (ValueError, RecursionError) as error:
        raise Unusable("VLC tells its state", "VLC's answer is no JSON") from error
    if not isinstance(data, dict):
        raise Unusable("VLC tells its state", "VLC's answer is no JSON object")
    return data


def _leaves(node: dict[str, Any], depth: int) -> Iterator[dict[str, Any]]:
    if depth == 0:
        raise ValueError("nested too deep")
    for child in node.get("children", []):
        if child["type"] == "leaf":
            yield child
        else:
            yield from _leaves(child, depth - 1)


def _path(uri: str) -> str:
    parts = urlsplit(uri)
    return unquote(parts.path) if parts.scheme == "file" else uri
