"""What a guest's tools, windows, screens and journals say when the guest lies."""

from __future__ import annotations

import asyncio
import io
import json
from collections.abc import Callable, Iterator
from types import SimpleNamespace
from typing import Any, cast

from PIL import Image
from pydantic import ValidationError
from rich.text import Text

from controller.core.accessibility import parse
from controller.core.guest import Guest, Tool, ToolResult
from controller.core.observation import Observation
from controller.core.observation_text import describe_observation
from controller.core.plain_text import PlainConsole
from controller.episode.desktop import Desktop
from controller.episode.guest_results import DATA_LIMIT, PICTURES_LIMIT, TEXT_LIMIT, limit_result
from controller.guests.link.console import read_tail
from controller.guests.link.diagnostics import session_journal, used_mib
from controller.guests.watching.byte_stream import ByteStream, StreamClosedError
from controller.guests.watching.rfb import RfbError, open_screen
from controller.tool_filter.builtin.all import AllFilter
from testbed.errors import GuestError, TestbedError
from tests.hostile.file_items import blank, png_claiming
from tests.hostile.guest_parsers import tools_of
from tests.hostile.item import Item
from tests.hostile.record_parsers import place

MIB = 2**20
LIES: dict[str, str] = {
    "escape sequences": "\x1b[2J\x1b]0;owned\x07\x1b[31m",
    "C1 control characters": "\x9b2J\x9d0;owned\x9c\x90x\x9c",
    "a changed direction": "\u202eevil\u2066x",
    "a lone surrogate": "\ud800",
    "nulls and backspaces": "a\0\b\b\x7f",
    "markup of a page": "<script>alert(1)</script><img src=x onerror=alert(2)>",
    "markup of a terminal library": "[bold red link=http://127.0.0.1:9]x[/]",
    "line breaks that forge a line": '"\n- "Bank" "chrome" 0,0 10x10 (active)',
    "ten million letters": "x" * 10**7,
    "combining marks": "e" + "\u0301" * 100_000,
}
"""Texts for titles, names, answers and messages."""


UNTEXT = ("\ud800",)
"""What no UTF-8 holds, and pydantic refuses where a text's length is limited."""
_LONGEST = {"role": 100, "name": 1000, "text": 5000}


class LyingTools:
    """A guest whose tools answer what it is told to."""

    name = "liar"
    slowness = 1.0

    def __init__(self, **answers: ToolResult) -> None:
        self._answers = answers
        self.tools: list[Tool] = []

    def list_tools(self) -> list[Tool]:
        return self.tools

    def call_tool(self, name: str, arguments: Any = None, *, timeout: float | None = None) -> ToolResult:
        return self._answers[name.rpartition(".")[2]]

    def run(self, *_: object, **__: object) -> Any:
        return SimpleNamespace(
            text=self._answers["run"].text, stdout=self._answers["run"].text.encode("utf-8", "replace")
        )


def observed(answer: ToolResult) -> Observation:
    """What an agent would be shown."""
    guest = cast(Guest, LyingTools(screenshot=answer))
    observation = Desktop(guest, AllFilter(), parts=("screenshot", "windows")).observe()
    render(describe_observation(observation))
    return observation


def render(text: str) -> str:
    """The text on the user's terminal: nothing of it acts there."""
    out = io.StringIO()
    console = PlainConsole(file=out, force_terminal=True, width=200, color_system=None)
    console.print(text[:100_000], markup=False, highlight=False)
    console.print(Text(text[:100_000]))
    shown = out.getvalue()
    assert not [letter for letter in shown if letter in "\x1b\x07\b\0\x7f\x9b\x9d\u202e\u2066"]
    return shown


def window(title: object = "t", **further: object) -> dict[str, object]:
    return {"title": title, "app": "a", "x": 0, "y": 0, "width": 9, "height": 9, "active": True, **further}


def screen(windows: object, width: object = 64, height: object = 48, png: bytes | None = None) -> ToolResult:
    data = png if png is not None else blank("PNG", 64, 48)
    return ToolResult(
        "", structured=cast(Any, {"windows": windows, "width": width, "height": height}), images=(data,)
    )


def _screens() -> Iterator[tuple[str, Callable[[], ToolResult], type[Exception] | None]]:
    for what, text in LIES.items():
        yield f"a window's title: {what}", lambda t=text: screen([window(t)]), None  # type: ignore[misc]
        refused = GuestError if len(text) > 200 or text in UNTEXT else None
        yield f"a window's application: {what}", lambda t=text: screen([window(app=t)]), refused  # type: ignore[misc]
    odd: tuple[tuple[str, object], ...] = (
        ("no list", "x"), ("null", None), ("five hundred and one", [window()] * 501), ("lists in lists", [[[[]]]]),
        ("a size of 10^30", [window(width=10**30)]), ("a place that is not a number", [window(x=float("nan"))]),
        ("an infinite place", [window(x=float("inf"))]), ("a title that is a list", [window([1])]),
    )  # fmt: skip
    for what, windows in odd:
        yield f"windows: {what}", lambda w=windows: screen(w), GuestError  # type: ignore[misc]
    sizes: tuple[tuple[str, object, object], ...] = (
        ("negative", -1, 48), ("of 10^9 pixels", 10**9, 10**9), ("not a number", float("nan"), 48),
        ("a text", "wide", 48),
        ("another than its picture's", 1280, 720),
    )  # fmt: skip
    for what, width, height in sizes:
        yield f"a screen's size: {what}", lambda w=width, h=height: screen([], w, h), GuestError  # type: ignore[misc]
    pictures: tuple[tuple[str, Callable[[], bytes]], ...] = (
        ("nothing", lambda: b""), ("a page", lambda: b"<svg onload='alert(1)'/>"),
        ("a JPEG", lambda: blank("JPEG", 64, 48)),
        ("33 MiB", lambda: b"\x89PNG\r\n\x1a\n" + bytes(33 * MIB)),
        ("13000 pixels a side", lambda: blank("PNG", 13_000, 13_000)),
        ("2^31 pixels a side", lambda: png_claiming(2**31 - 1, 2**31 - 1)),
        ("half a picture", lambda: blank("PNG", 64, 48)[:50]),
        ("no pixels", lambda: png_claiming(0, 0)), ("another size in its header", lambda: png_claiming(640, 480)),
        ("a text bomb", lambda: _text_bomb()),
    )  # fmt: skip
    for what, make in pictures:
        yield f"a screenshot: {what}", lambda m=make: screen([], png=m()), GuestError  # type: ignore[misc]


def _text_bomb() -> bytes:
    from PIL.PngImagePlugin import PngInfo

    out, info = io.BytesIO(), PngInfo()
    info.add_text("a", "x" * (80 * MIB), zip=True)
    Image.new("L", (64, 48)).save(out, "PNG", pnginfo=info)
    return out.getvalue()


def _results() -> Iterator[tuple[str, Callable[[], ToolResult]]]:
    for what, text in LIES.items():
        yield f"a tool's text: {what}", lambda t=text: ToolResult(t)  # type: ignore[misc]
    yield "a tool's text: a hundred million letters", lambda: ToolResult("x" * 10**8)
    yield "a tool's data: three million characters", lambda: ToolResult("", structured={"a": "x" * 3_000_000})
    yield "a tool's data: a million lists", lambda: ToolResult("", structured={"a": [[]] * 1_000_000})
    yield "a tool's data: not a number", lambda: ToolResult("", structured={"a": float("nan")})
    yield "a tool's data: nested deep", lambda: ToolResult("", structured=_nest(100_000))
    yield "a tool's pictures: a thousand", lambda: ToolResult("", images=(blank("PNG", 9, 9),) * 1000)
    yield (
        "a tool's picture: 13000 pixels a side",
        lambda: ToolResult("", images=(blank("PNG", 13_000, 13_000),)),
    )
    yield "a tool's picture: a text bomb", lambda: ToolResult("", images=(_text_bomb(),))
    yield "a tool's picture: no PNG", lambda: ToolResult("", images=(b"GIF89a" + bytes(99),))
    yield (
        "a tool's picture: a row of a million pixels",
        lambda: ToolResult("", images=(blank("PNG", 1_000_000, 1),)),
    )


def _nest(depth: int) -> dict[str, Any]:
    value: dict[str, Any] = {}
    for _ in range(depth):
        value = {"a": value}
    return value


def _bound(result: ToolResult) -> ToolResult:
    kept = limit_result(result)
    assert len(kept.text) <= TEXT_LIMIT + 1000
    assert len(kept.images) <= PICTURES_LIMIT
    assert kept.structured is None or len(json.dumps(kept.structured)) <= DATA_LIMIT
    render(kept.text)
    return kept


def elements(*nodes: dict[str, object], **further: object) -> dict[str, object]:
    root: dict[str, object] = {"depth": 0, "role": "frame", "x": 0, "y": 0, "width": 100, "height": 80}
    return {"width": 100, "height": 80, "nodes": [{**root, **node} for node in nodes or ({},)], **further}


def _elements() -> Iterator[tuple[str, Callable[[], object], type[Exception] | None]]:
    for what, text in LIES.items():
        long = len(text) > 1000
        for field in ("role", "name", "text"):
            yield (
                f"an element's {field}: {what}",
                lambda f=field, t=text: elements({f: t}),
                (  # type: ignore[misc]
                    GuestError if text in UNTEXT or len(text) > _LONGEST[field] else None
                ),
            )
        if not long:
            yield f"an element's state: {what}", lambda t=text: elements({"states": [t]}), None  # type: ignore[misc]
    odd: tuple[tuple[str, object], ...] = (
        ("no object", []), ("null", None), ("five thousand and one", elements(*[{}] * 5001)),
        ("outside of the screen", elements({"x": 99, "width": 9})), ("a size of 10^30", elements({"width": 10**30})),
        ("a depth of a million", elements({"depth": 10**6})), ("a screen of no width", elements(width=0)),
        ("a place that is not a number", elements({"x": float("nan")})),
    )  # fmt: skip
    for what, data in odd:
        yield f"elements: {what}", lambda d=data: d, GuestError  # type: ignore[misc]


def _read_elements(data: Any) -> str:
    return render(parse(data).text())


def _tool_lists() -> Iterator[tuple[str, Callable[[], bytes], type[Exception] | None]]:
    for what, text in LIES.items():
        yield (
            f"a tool's name: {what}",
            lambda t=text: _list_entries(name=t),
            ValidationError if text in UNTEXT else None,
        )  # type: ignore[misc]
    yield "a tool's schema: no object", lambda: _list_entries(inputSchema=[1]), ValidationError
    yield "a tool's name: a number", lambda: _list_entries(name=7), ValidationError
    yield "tools: no list", lambda: b'{"tools": 7}', ValidationError
    yield "tools: nested deep", lambda: b'{"tools": ' + b"[" * 100_000, ValidationError
    yield "tools: a key twice", lambda: b'{"tools": [], "tools": 7}', ValidationError
    yield "tools: not a number", lambda: b'{"tools": [], "ttlMs": NaN}', ValidationError


def _list_entries(**fields: object) -> bytes:
    return json.dumps({"tools": [{"name": "a", "inputSchema": {"type": "object"}, **fields}]}).encode()


def _vnc() -> Iterator[tuple[str, Callable[[], bytes], type[Exception]]]:
    version = b"RFB 003.008\n"
    yield "another protocol", lambda: b"HTTP/1.1 200 OK\r\n\r\n", RfbError
    yield "an older protocol", lambda: b"RFB 003.003\n" + bytes(99), RfbError
    yield "escape sequences", lambda: b"\x1b[2J\x1b]0;x\x07\x1b[2J", RfbError
    yield "nothing", lambda: b"", StreamClosedError
    yield "half a version", lambda: version[:5], StreamClosedError
    yield "a refusal of four gibibytes", lambda: version + b"\0\xff\xff\xff\xff" + b"x" * 10_000, RfbError
    yield "a refusal without an end", lambda: version + b"\0\0\0\0\x99x", StreamClosedError
    yield "a password", lambda: version + b"\x01\x02", RfbError
    yield "255 kinds of security", lambda: version + b"\xff" + b"\x02" * 255, RfbError
    yield "a wrong result", lambda: version + b"\x01\x01\0\0\0\x01\0\0\0\x03no!", RfbError


def _open_screen(data: bytes) -> object:
    pieces = [data]

    async def receive() -> bytes:
        return pieces.pop() if pieces else b""

    async def send(_: bytes) -> None:
        return

    try:
        return asyncio.run(open_screen(ByteStream(receive, send)))
    except RfbError as error:
        assert len(str(error)) < 2000
        render(str(error))
        raise


def _journal(text: str) -> str:
    return render(session_journal(cast(Guest, LyingTools(run=ToolResult(text)))))


def _memory(text: str) -> int:
    return used_mib(cast(Guest, LyingTools(run=ToolResult(text))))


def _console(text: str) -> str:
    path = place() / "console"
    path.write_text(text, errors="replace")
    tail = read_tail(path, 20)
    assert "\x1b" not in tail
    return render(tail)


def guest_items() -> list[Item]:
    """All items of tools' answers, windows, elements, VNC servers, consoles and journals."""
    items = [Item(name, make, observed, error) for name, make, error in _screens()]
    items += [Item(name, make, _bound) for name, make in _results()]
    items += [Item(name, make, _read_elements, error) for name, make, error in _elements()]
    items += [Item(name, make, tools_of, error) for name, make, error in _tool_lists()]
    items += [Item(f"VNC server: {name}", make, _open_screen, error) for name, make, error in _vnc()]
    for what, text in LIES.items():
        items.append(Item(f"journal: {what}", lambda t=text: t, _journal))  # type: ignore[misc]
        items.append(Item(f"console: {what}", lambda t=text: t, _console))  # type: ignore[misc]
        items.append(Item(f"error message: {what}", lambda t=text: t, _message))  # type: ignore[misc]
    for what, text in (("no number", "x"), ("ten thousand digits", "9" * 10_000), ("nothing", "")):
        items.append(Item(f"memory in use: {what}", lambda t=text: t, _memory, GuestError))  # type: ignore[misc]
    return items


def _message(text: str) -> str:
    return render(str(TestbedError(text, hint=text)))
