"""VLC's own HTTP interface on loopback: its status, its playlist and its commands."""

from __future__ import annotations

import base64
import http.client
import json
import select
import socket
import urllib.parse
from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing
from pathlib import Path
from typing import Any, Literal

from pydantic import BaseModel, ConfigDict, ValidationError, field_validator

from mcp_tools.messages import shorten
from mcp_tools.registry import ToolError
from mcp_tools.timeouts import scale_timeout
from mcp_tools.titles import short_title
from mcp_tools.vlc_options import read_settings
from mcp_tools.waiting import wait

HOST, PORT = "127.0.0.1", 8090
PASSWORD = "testbed"
ANSWER_SECONDS = scale_timeout(5.0)
START_SECONDS = scale_timeout(10.0)
OFF_SECONDS = scale_timeout(2.0)
"""How long a VLC may take to open its port whose settings do not say that it does."""
EFFECT_SECONDS = scale_timeout(12.0)
POLL_SECONDS = 0.01
KNOCK_SECONDS = 0.001
MAX_KNOCKS = 20
MAX_ANSWER_BYTES = 64 * 2**20
NOT_RUNNING = (
    "VLC is not running; open it from the dock, or double-click a media file in Files, then call this again"
)
NO_ANSWER = "close VLC and open it again"
SWITCH_ON = "switch on Web in its preferences (All, Interface, Main interfaces), then open VLC again"

State = Literal["playing", "paused", "stopped"]


class PlayerStatus(BaseModel):
    """What VLC is doing.

    `item_id` is the playing item's, -1 when stopped; `position` is 0.0 to 1.0, `length` is in seconds,
    `volume` in parts of 256; `has_streams` once VLC has looked into the media, `has_output` once it
    shows a picture.
    """

    model_config = ConfigDict(frozen=True)

    state: State
    item_id: int
    position: float
    length: float
    fullscreen: bool
    title: str
    has_streams: bool
    has_video: bool
    has_output: bool
    loops: bool
    repeats: bool
    random: bool
    rate: float
    volume: float

    @property
    def seconds(self) -> float:
        """Time played in seconds, finer than VLC's own whole seconds."""
        return round(self.position * max(self.length, 0.0), 3)


class PlaylistItem(BaseModel):
    """One entry of the playlist; duration in seconds, None while VLC does not know it."""

    id: int
    name: str
    uri: str
    duration: float | None
    current: bool

    @field_validator("duration")
    @classmethod
    def _unknown_is_negative(cls, value: float | None) -> float | None:
        return value if value is not None and value >= 0 else None


def status() -> PlayerStatus:
    """Raises ToolError when VLC is not running or gives no answer."""
    return _parse_status(_request("status"))


def command(name: str, **arguments: str) -> PlayerStatus:
    """Send a command; the status returned may not show its effect yet.

    Raises ToolError when VLC is not running or gives no answer.
    """
    return _parse_status(_request("status", command=name, **arguments))


def playlist() -> list[PlaylistItem]:
    """The playlist's entries in order, those in folders too; the media library is left out.

    Raises ToolError when VLC is not running or gives no answer.
    """
    root = _request("playlist")
    try:
        return [_parse_item(leaf) for leaf in _leaves(root["children"][0])]
    except (KeyError, IndexError, TypeError, ValidationError) as error:
        raise ToolError("VLC answered with a playlist that cannot be understood; try again") from error


def require_items() -> list[PlaylistItem]:
    """The playlist. Raises ToolError when it is empty."""
    items = playlist()
    if not items:
        raise ToolError("VLC's playlist is empty; add a file with add_to_playlist first")
    return items


def require_media() -> PlayerStatus:
    """What VLC plays. Raises ToolError when it is stopped."""
    now = status()
    if now.state == "stopped":
        raise ToolError("nothing is playing in VLC; call play first")
    return now


def wait_until(condition: Callable[[PlayerStatus], bool], failure: str) -> PlayerStatus:
    """Ask VLC until `condition` holds.

    Raises ToolError with `failure` and what VLC is doing when it does not hold within EFFECT_SECONDS.
    """
    now = look_until(condition, EFFECT_SECONDS)
    if not condition(now):
        raise ToolError(f"{failure}; VLC is {now.state}{f' at {shorten(now.title)}' if now.title else ''}")
    return now


def look_until(condition: Callable[[PlayerStatus], bool], seconds: float) -> PlayerStatus:
    """What VLC does as soon as `condition` holds, or what it does after `seconds`."""
    statuses: list[PlayerStatus] = []

    def look() -> bool:
        statuses[:] = [status()]
        return condition(statuses[0])

    wait(look, seconds, pause=POLL_SECONDS)
    return statuses[0]


def _request(page: str, **query: str) -> dict[str, Any]:
    path = f"/requests/{page}.json?{urllib.parse.urlencode(query, quote_via=urllib.parse.quote)}"
    try:
        # A name that is not UTF-8 comes as it is.
        data = json.loads(_send_when_listening(path).decode("utf-8", "replace"))
    except ValueError as error:
        raise ToolError("VLC gave an answer that is no JSON; try again") from error
    if not isinstance(data, dict):
        raise ToolError("VLC gave an answer that is no JSON object; try again")
    return data


def _send_when_listening(path: str) -> bytes:
    """A VLC that has just been started opens its port a moment later: wait for it as long as it runs."""

    def try_connect() -> http.client.HTTPConnection | None:
        try:
            return _connect()
        except ConnectionRefusedError as error:
            if not is_running():
                raise ToolError(NOT_RUNNING) from error
            return None

    connection = try_connect()
    if connection is None:
        enabled = "http" in read_settings().get("extraintf", "")
        connection = wait(try_connect, START_SECONDS if enabled else OFF_SECONDS)
        remedy = NO_ANSWER if enabled else SWITCH_ON
    if connection is None:
        raise ToolError(f"VLC runs but its web interface on {HOST}:{PORT} is not open; {remedy}")
    with closing(connection):
        return _send(connection, path)


def _connect() -> http.client.HTTPConnection:
    """Raises ConnectionRefusedError when nothing listens, ToolError for other failures."""
    connection = http.client.HTTPConnection(HOST, PORT, timeout=ANSWER_SECONDS)
    try:
        connection.connect()
    except ConnectionRefusedError:
        raise
    except OSError as error:
        raise ToolError(f"VLC's web interface on {HOST}:{PORT} cannot be reached; {NO_ANSWER}") from error
    return connection


def _send(connection: http.client.HTTPConnection, path: str) -> bytes:
    """Raises ToolError."""
    credentials = base64.b64encode(f":{PASSWORD}".encode()).decode()
    headers = {"Authorization": f"Basic {credentials}", "Connection": "close"}
    try:
        connection.request("GET", path, headers=headers)
        _hurry(connection.sock)
        response = connection.getresponse()
        body = response.read(MAX_ANSWER_BYTES)
    except TimeoutError as error:
        raise ToolError(f"VLC gave no answer in {ANSWER_SECONDS:g} s; {NO_ANSWER}") from error
    except (OSError, http.client.HTTPException) as error:
        raise ToolError(f"VLC broke off while it answered; if its window is gone, {NO_ANSWER}") from error
    if response.status == http.HTTPStatus.UNAUTHORIZED:
        raise ToolError(
            f"VLC's web interface has another password than {PASSWORD!r}; "
            "set that one in its preferences (All, Interface, Main interfaces, Lua), then open VLC again"
        )
    if response.status != http.HTTPStatus.OK:
        raise ToolError(f"VLC refused the request ({response.status}); {NO_ANSWER}")
    return body


def _hurry(request: socket.socket) -> None:
    """Wait for the answer, knocking meanwhile.

    VLC leaves a request that it has read until its next event, or for 20 ms. A connection is an event.
    """
    with ExitStack() as knocks:
        for _ in range(MAX_KNOCKS):
            if select.select([request], [], [], KNOCK_SECONDS)[0]:
                return
            knocks.enter_context(socket.create_connection((HOST, PORT), timeout=ANSWER_SECONDS))


def is_running() -> bool:
    """Whether a VLC process exists that has not ended."""
    for process in Path("/proc").iterdir():
        if process.name.isdigit():
            try:
                status_line = (process / "stat").read_text()
            except OSError:
                continue
            name, _, rest = status_line.partition("(")[2].rpartition(") ")
            if name == "vlc" and not rest.startswith("Z"):
                return True
    return False


def _parse_status(data: dict[str, Any]) -> PlayerStatus:
    try:
        categories = data.get("information", {}).get("category", {})
        meta = categories.get("meta", {})
        streams = [stream for name, stream in categories.items() if name != "meta"]
        return PlayerStatus(
            state=data["state"],
            item_id=data["currentplid"],
            position=data["position"],
            length=data["length"],
            fullscreen=bool(data["fullscreen"]),
            title=short_title(str(meta.get("title") or meta.get("filename") or "")),
            has_streams=bool(streams),
            has_video=any(stream.get("Type") == "Video" for stream in streams),
            has_output="aspectratio" in data,
            loops=bool(data["loop"]),
            repeats=bool(data["repeat"]),
            random=bool(data["random"]),
            rate=data["rate"],
            volume=max(data["volume"], 0),
        )
    except (KeyError, AttributeError, TypeError, ValidationError) as error:
        raise ToolError("VLC answered with a status that cannot be understood; try again") from error


def _leaves(node: dict[str, Any]) -> Iterator[dict[str, Any]]:
    for child in node.get("children", []):
        if child["type"] == "leaf":
            yield child
        else:
            yield from _leaves(child)


def _parse_item(leaf: dict[str, Any]) -> PlaylistItem:
    return PlaylistItem(
        id=leaf["id"],
        name=leaf["name"],
        uri=leaf["uri"],
        duration=leaf["duration"],
        current="current" in leaf,
    )
