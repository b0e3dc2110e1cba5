"""The parsers of what a guest's tools answer, of its screens, windows and messages."""

from __future__ import annotations

import asyncio
import json
from types import SimpleNamespace
from typing import Any, cast

from mcp_types import CallToolResult, ListToolsResult
from pydantic import ValidationError

from checkers import GuestView
from controller.core.accessibility import Accessibility, Element, parse
from controller.core.guest import Guest, ToolResult, parse_structured
from controller.core.observation_text import parse_windows, windows_text
from controller.core.plain_text import plain_text
from controller.core.windows import WindowsData
from controller.episode.guest_results import limit_result, png_size
from controller.episode.marks import draw_marks, with_marks
from controller.guests.link.content import tool_result_from
from controller.guests.link.mcp_link import tool_from
from controller.guests.watching.byte_stream import ByteStream, StreamClosedError
from controller.guests.watching.input_filter import InputBlocker
from controller.guests.watching.rfb import RfbError, handshake, open_screen
from controller.models.scaling import fit, resize, to_jpeg
from controller.records.final_state import RecordingGuestView
from testbed.errors import GuestError
from tests.checkers.guests import FileGuest
from tests.hostile import seeds
from tests.hostile.host_parser import HostParser, text_of

_CONTROL = set(
    map(chr, (*range(9), *range(11, 32), *range(127, 160), *range(0x202A, 0x202F), *range(0x2066, 0x206A)))
)


def _json(data: bytes) -> Any:
    """A JSON value as the MCP session hands it on. Raises GuestError for input that is none."""
    try:
        return json.loads(data)
    except (ValueError, RecursionError) as error:
        raise GuestError("no JSON") from error


def _result(data: bytes) -> None:
    value = tool_result_from(CallToolResult.model_validate_json(data))
    json.dumps(limit_result(value).structured)


def tools_of(data: bytes) -> None:
    """The tools of a response of the MCP server. Raises ValidationError."""
    for tool in ListToolsResult.model_validate_json(data).tools:
        tool_from(tool)


def _elements(data: bytes) -> None:
    elements = with_marks(parse(_json(data)))
    text = elements.text(limit=2000, frame=(1000, 1000))
    assert _CONTROL.isdisjoint(text), "control characters in the text of the elements"


def _windows(data: bytes) -> None:
    windows = parse_structured(WindowsData, _json(data), "computer.windows").to_windows()
    text = windows_text(windows)
    assert _CONTROL.isdisjoint(text), "control characters in the text of the windows"
    assert parse_windows(text) == windows, "windows read otherwise than written"


def _picture(data: bytes) -> None:
    width, height = png_size(data)
    elements = Accessibility(width, height, (Element(1, "button", "a", "", (), 0, 0, width, height, 1),))
    drawn_png = draw_marks(data, elements)
    resize(data, 5, 5)
    fit(drawn_png, 5, 5)
    to_jpeg(data)


def _bounded_picture(data: bytes) -> None:
    limit_result(ToolResult("", images=(data,)))


def _plain(data: bytes) -> None:
    assert _CONTROL.isdisjoint(plain_text(text_of(data))), "control characters in plain text"


def _home(data: bytes) -> None:
    guest = SimpleNamespace(run=lambda *_, **__: SimpleNamespace(stdout=data))
    view = RecordingGuestView(cast(GuestView, FileGuest({"/x": b""})), cast(Guest, guest), "p")
    view.read_file("/x")
    view.state.model_dump_json()


def _stream(data: bytes) -> ByteStream:
    pieces = [data[at : at + 7] for at in range(0, len(data), 7)]

    async def receive() -> bytes:
        return pieces.pop(0) if pieces else b""

    async def send(_: bytes) -> None:
        return

    return ByteStream(receive, send)


def _screen(data: bytes) -> None:
    try:
        asyncio.run(open_screen(_stream(data)))
    except RfbError:
        asyncio.run(handshake(_stream(data), 1))


def _viewer_input(data: bytes) -> None:
    blocker = InputBlocker()
    for at in range(0, len(data), 5):
        blocker(data[at : at + 5])


_TOOL = {
    "name": "os.open", "description": "Open.",
    "inputSchema": {"type": "object", "properties": {"a": {"type": "string"}}},
    "outputSchema": {"type": "object"}, "annotations": {"readOnlyHint": True}, "_meta": {"testbed/app": "os"},
}  # fmt: skip
_ANSWER = {
    "content": [
        {"type": "text", "text": "one"},
        {"type": "image", "data": "iVBORw0KGgo=", "mimeType": "image/png"},
        {"type": "resource", "resource": {"uri": "file:///x", "text": "t"}},
    ],
    "structuredContent": {"windows": [1, None, {"a": "b"}]},
    "isError": False,
}
_WINDOW = {
    "title": "A \x1b[2J \u202e",
    "app": "x",
    "x": 0,
    "y": -1,
    "width": 10,
    "height": 10,
    "active": True,
}
_ELEMENTS = {
    "width": 100,
    "height": 80,
    "nodes": [
        {"depth": 0, "role": "frame", "name": "f", "x": 0, "y": 0, "width": 100, "height": 80},
        {"depth": 1, "role": "button", "name": "b", "text": "t", "states": ["focused"], "x": 1, "y": 2, "width": 30,
         "height": 9},
    ],
    "cut": ["nodes"],
    "missing": ["VLC"],
}  # fmt: skip
_HOME = (
    b'{"whole": true, "entries": [["a.txt", "f", 3], ["b", "d", 0]], "files": [["a.txt", 3]], '
    b'"left_out": ["c"]}\nabc'
)
_RFB = [b"RFB 003.008\n\x01\x01\0\0\0\0", b"RFB 003.008\n\0\0\0\0\x03no!", b"RFB 003.003\n"]
_MESSAGES = (
    b"\x01" + b"\0" * 20 + b"\x02\0\0\x02" + b"\0" * 8 + b"\x06\0\0\0\0\0\0\x02ab" + b"\x03" + b"\0" * 9
)

BAD_ANSWER = (GuestError, ValidationError)

PARSERS_OF_GUESTS = [
    HostParser("tool result", _result, lambda: [seeds.dumped(_ANSWER)], BAD_ANSWER, "json"),
    HostParser("tool list", tools_of, lambda: [seeds.dumped({"tools": [_TOOL, _TOOL]})], BAD_ANSWER, "json"),
    HostParser("elements", _elements, lambda: [seeds.dumped(_ELEMENTS)], BAD_ANSWER, "json"),
    HostParser(
        "windows", _windows, lambda: [seeds.dumped({"windows": [_WINDOW, _WINDOW]})], BAD_ANSWER, "json"
    ),
    HostParser(
        "windows text",
        lambda data: parse_windows(text_of(data)),
        lambda: [_windows_text().encode()],
        BAD_ANSWER,
    ),
    HostParser("screenshot", _picture, seeds.png_files, BAD_ANSWER, "png"),
    HostParser("screenshot bytes", _picture, seeds.png_files, BAD_ANSWER),
    HostParser("result picture", _bounded_picture, seeds.pictures, BAD_ANSWER, "png"),
    HostParser("terminal text", _plain, lambda: [b"a\x1b[31mb\x1b]0;t\x07c\xc2\x9bd\te\n"], ()),
    HostParser("home files", _home, lambda: [_HOME], BAD_ANSWER),
    HostParser("vnc server", _screen, lambda: _RFB, (RfbError, StreamClosedError)),
    HostParser("vnc viewer", _viewer_input, lambda: [_MESSAGES], (ValueError,)),
]


def _windows_text() -> str:
    return windows_text(
        parse_structured(WindowsData, {"windows": [_WINDOW, _WINDOW]}, "computer.windows").to_windows()
    )
