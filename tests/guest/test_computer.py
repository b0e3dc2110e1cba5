"""The computer.* tools on a real desktop with real applications."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import pytest

from controller.core.guest import HOME, Guest, ToolResult
from tests.guest.desktops import (
    CLOCK,
    closed,
    corner,
    open_text_editor,
    open_window,
    picture_of,
    saved_file,
    windows,
)
from tests.pictures import difference
from tests.waiting import poll

pytestmark = pytest.mark.guest

TEXT = 'Zäh <b>&amp; €5 ñ 日本語 한국어 Ωж 😀👍🏽 ~^´`¨ "quoted" \\ |\n\tsecond line; done'
PAGE = """<!doctype html><meta charset="utf-8"><title>start</title>
<body style="margin:0;width:5000px;height:5000px">
<textarea id="text" style="position:absolute;left:20px;top:20px;width:500px;height:150px"></textarea>
<p id="words" style="position:absolute;left:20px;top:200px;font:24px monospace;margin:0">alpha beta gamma</p>
<div id="source" draggable="true" style="position:absolute;left:20px;top:280px;width:90px;height:90px;
background:tomato"></div>
<div id="target" style="position:absolute;left:300px;top:280px;width:90px;height:90px;background:gold"></div>
<script>
const log = [];
const note = (...what) => { log.push(what.join(" ")); document.title = JSON.stringify(log.slice(-9)); };
// A title has room for 500 characters; encoded, white space survives in it.
text.oninput = () => { const typed = text.value;
  document.title = repeating + "text:" + (typed.includes(" ") ? encodeURIComponent(typed) : typed); };
let repeating = "";
text.onkeydown = event => { repeating = event.repeat ? "repeating " : ""; };
words.onclick = e => note("click", e.detail, e.ctrlKey ? "ctrl" : "plain", getSelection().toString().trim());
onkeydown = event => { if (event.target != text && event.key.length == 1)
  note("key", event.key, ...(event.shiftKey ? ["shift"] : [])); };
words.oncontextmenu = event => { event.preventDefault(); note("menu"); };
words.onauxclick = event => { if (event.button == 1) note("aux 1"); };
source.ondragstart = event => event.dataTransfer.setData("text/plain", "carried");
target.ondragover = event => event.preventDefault();
target.ondrop = event => { event.preventDefault(); note("drop", event.dataTransfer.getData("text/plain")); };
onscroll = () => { document.title = `scrolled ${scrollX > 0} ${scrollY > 0}`; };
</script>"""

RESTART = """
import os, subprocess, sys, time
sys.path.insert(0, "/opt/testbed")
os.environ["DISPLAY"] = ":9"
from mcp_tools.computer.damage import DamageMonitor
from mcp_tools.computer.screen import Screen
from pathlib import Path

screen, monitor = Screen(), DamageMonitor()
for size in ("800x600", "640x480"):
    server = subprocess.Popen(
        ["Xtigervnc", ":9", "-geometry", size, "-SecurityTypes", "None", "-rfbport", "5909", "-nolisten", "tcp"],
        stderr=subprocess.DEVNULL,
    )
    while not Path("/tmp/.X11-unix/X9").exists():
        time.sleep(0.05)
    image = screen.capture().image
    print(f"{image.width}x{image.height}", monitor.settle(5), flush=True)
    server.terminate()
    server.wait()
"""


def do(guest: Guest, name: str, **arguments: Any) -> ToolResult:
    result = guest.call_tool(f"computer.{name}", arguments)
    assert not result.is_error, result.text
    return result


def active(guest: Guest, title: str, seconds: float = 30.0) -> bool:
    """Whether a window with this in its title becomes active."""
    listed = poll(
        lambda: windows(guest),
        lambda listed: any(w["active"] and title in w["title"] for w in listed),
        seconds=seconds,
    )
    return any(w["active"] and title in w["title"] for w in listed)


@pytest.fixture(autouse=True)
def closed_windows(guest: Guest) -> Iterator[None]:
    """Every test ends with the desktop as it was."""
    yield
    closed(guest)


class Page:
    """The test page in Chromium; what it saw is in the window's title."""

    def __init__(self, guest: Guest) -> None:
        self.guest = guest
        guest.write_file(f"{HOME}/page.html", PAGE.encode())
        window = open_window(guest, "google_chrome", f"file://{HOME}/page.html", title="start")
        # The page's own corner: found by the colour of the box that stands at (20, 280).
        left, top = poll(lambda: corner(guest, "tomato"), bool) or (0, 0)
        self.left, self.top = left - 20, top - 280
        assert self.top > window["y"]

    def at(self, x: int, y: int) -> dict[str, int]:
        return {"x": self.left + x, "y": self.top + y}

    def title(self) -> str:
        return next((str(w["title"]) for w in windows(self.guest) if w["active"]), "")

    def events(self) -> list[str]:
        title = self.title().removesuffix(" - Chromium").removesuffix(" - Google Chrome")
        return list(json.loads(title)) if title.startswith("[") else []

    def log(self, length: int) -> list[str]:
        """The events, once there are that many."""
        events = poll(self.events, lambda events: len(events) >= length)
        assert len(events) >= length, f"{events}; windows: {windows(self.guest)}"
        return events


@pytest.fixture
def page(guest: Guest) -> Page:
    return Page(guest)


@pytest.mark.core
def test_a_screenshot_is_a_whole_observation(guest: Guest) -> None:
    do(guest, "mouse_move", x=700, y=400)
    result = poll(
        lambda: do(guest, "screenshot"), lambda shot: shot.structured and shot.structured["settled"]
    )
    assert result.structured is not None
    assert picture_of(result).size == (result.structured["width"], result.structured["height"]) == (1280, 720)
    assert result.structured["cursor"] == {"x": 700, "y": 400}
    assert result.structured["settled"]
    assert do(guest, "screen_size").structured == {"width": 1280, "height": 720}
    assert do(guest, "cursor_position").structured == {"x": 700, "y": 400}


def test_the_cursor_is_drawn_where_it_is(guest: Guest) -> None:
    do(guest, "mouse_move", x=700, y=400)

    def changes() -> tuple[int, int, int, int]:
        """What differs between two pictures with the cursor at two places."""
        do(guest, "mouse_move", x=700, y=400)
        there = picture_of(do(guest, "screenshot"))
        do(guest, "mouse_move", x=500, y=300)
        changed = difference(there, picture_of(do(guest, "screenshot")), leave_out=[CLOCK])
        assert changed is not None
        return changed.box

    def is_cursors(box: tuple[int, int, int, int]) -> bool:
        left, top, right, bottom = box
        return 470 <= left <= 500 < 700 <= right <= 740 and 270 <= top <= 300 < 400 <= bottom <= 440

    box = poll(changes, is_cursors)  # something else on the desktop may have changed meanwhile
    assert is_cursors(box), box


def test_zoom_enlarges_a_region(guest: Guest) -> None:
    result = do(guest, "zoom", x0=0, y0=0, x1=200, y1=100)
    assert result.structured == {"x0": 0, "y0": 0, "x1": 200, "y1": 100, "scale": 4}
    assert picture_of(result).size == (800, 400)
    failed = guest.call_tool("computer.zoom", {"x0": 10, "y0": 10, "x1": 10, "y1": 20})
    assert failed.is_error and "1280x720" in failed.text


def test_text_arrives_exactly_in_the_text_editor(guest: Guest) -> None:
    open_text_editor(guest, f"{HOME}/note.txt")
    do(guest, "type", text=TEXT)
    saved = saved_file(guest, f"{HOME}/note.txt", lambda: do(guest, "key", keys=["ctrl", "s"]), TEXT)
    assert saved == TEXT


@pytest.mark.core
def test_text_arrives_exactly_in_a_web_page(page: Page) -> None:
    from urllib.parse import unquote

    do(page.guest, "click", **page.at(250, 100))
    many = "".join(chr(point) for point in range(0x4E00, 0x4E60)) + "".join(map(chr, range(0x1F600, 0x1F620)))
    for text in (TEXT.replace("\t", " "), many):
        do(page.guest, "key", keys=["ctrl", "a"])
        do(page.guest, "type", text=text)
        wanted = text
        typed = poll(lambda: unquote(page.title()), lambda title: wanted in title)  # noqa: B023
        assert f"text:{text}" in typed


def test_text_arrives_exactly_in_a_spreadsheet(guest: Guest) -> None:
    guest.write_file(f"{HOME}/cells.csv", b"old\n")
    guest.run(["testbed-open", "libreoffice_calc", f"{HOME}/cells.csv"], as_user=True)
    assert active(guest, "Text Import", seconds=90)
    do(guest, "screenshot", limit_seconds=10)
    do(guest, "key", keys=["Return"])
    assert active(guest, "LibreOffice Calc")
    do(guest, "screenshot")
    do(guest, "type", text="Zäh <x> 日本語 😀\tsecond\n")
    do(guest, "key", keys=["ctrl", "s"])
    saved = poll(lambda: guest.read_file(f"{HOME}/cells.csv").decode(), lambda text: "second" in text)
    assert saved == "Zäh <x> 日本語 😀,second\n"


@pytest.mark.core
def test_clicks_are_counted_and_never_merged(page: Page) -> None:
    spot = page.at(60, 215)
    do(page.guest, "click", **spot)
    do(page.guest, "click", **spot)
    assert page.log(2) == ["click 1 plain ", "click 1 plain "]
    do(page.guest, "click", **spot, count=2)
    assert page.log(4)[-1] == "click 2 plain alpha"
    do(page.guest, "click", **spot, count=3)
    log = page.log(7)
    assert log[-1] == "click 3 plain alpha beta gamma", log


def test_buttons_and_modifiers(page: Page) -> None:
    spot = page.at(60, 215)
    do(page.guest, "click", **spot, button="right")
    do(page.guest, "click", **spot, button="middle")
    do(page.guest, "click", **spot, modifiers=["ctrl"])
    do(page.guest, "click", **spot)
    log = page.log(4)
    assert log == ["menu", "aux 1", "click 1 ctrl ", "click 1 plain "]


@pytest.mark.core
def test_drag_and_drop_in_a_web_page(page: Page) -> None:
    do(page.guest, "drag", path=[page.at(65, 325), page.at(345, 325)])
    assert "drop carried" in poll(page.events, lambda log: "drop carried" in log)


def test_a_drag_of_single_actions_is_a_drag(page: Page) -> None:
    do(page.guest, "mouse_move", **page.at(65, 325))
    do(page.guest, "mouse_down")
    do(page.guest, "mouse_move", **page.at(345, 325))
    do(page.guest, "mouse_up")
    assert "drop carried" in poll(page.events, lambda log: "drop carried" in log)


def test_a_drop_waits_for_the_page_that_gets_no_processor_time(page: Page) -> None:
    hold_up = (
        "pages=$(pgrep -f [t]ype=renderer); kill -STOP $pages; echo stopped; sleep 0.8; kill -CONT $pages"
    )
    page.guest.run(["sh", "-c", f"setsid -f sh -c '{hold_up}' </dev/null >{HOME}/held_up 2>&1"], as_user=True)
    poll(lambda: page.guest.run(["cat", f"{HOME}/held_up"]).text, lambda text: "stopped" in text)
    do(page.guest, "drag", path=[page.at(65, 325), page.at(345, 325)])
    assert "drop carried" in poll(page.events, lambda log: "drop carried" in log)


@pytest.mark.core
def test_both_axes_scroll(page: Page) -> None:
    do(page.guest, "scroll", **page.at(600, 300), dx=3, dy=3)
    assert "scrolled true true" in poll(page.title, lambda title: "scrolled true true" in title)


def test_a_held_key_repeats_and_is_released(page: Page) -> None:
    do(page.guest, "click", **page.at(250, 100))
    do(page.guest, "hold_key", keys=["shift", "x"], seconds=3)
    assert "repeating text:XXX" in poll(page.title, lambda title: "repeating text:XXX" in title)
    do(page.guest, "key", keys=["BackSpace"])
    do(page.guest, "key", keys=["y"])
    assert "y" in poll(page.title, lambda title: "y" in title)


@pytest.mark.parametrize("key", ["ä", "Ä", "ж", "日"])
def test_a_page_sees_which_character_a_key_has_that_the_layout_lacks(page: Page, key: str) -> None:
    do(page.guest, "click", **page.at(600, 300))
    do(page.guest, "key", keys=[key])
    assert f"key {key}" in poll(page.events, lambda log: bool(log))
    do(page.guest, "key", keys=["shift", key])
    assert f"key {key} shift" in poll(page.events, lambda log: "shift" in log[-1])


def test_keys_of_the_number_pad_type_digits(page: Page) -> None:
    do(page.guest, "click", **page.at(250, 100))
    for key in ("KP_7", "KP_5", "KP_Begin", "KP_Decimal"):
        do(page.guest, "key", keys=[key])
    assert "text:75." in poll(page.title, lambda title: "text:75." in title)


def test_the_x_server_may_restart(guest: Guest) -> None:
    script = f"{HOME}/restart.py"
    guest.write_file(script, RESTART.encode())
    done = guest.run(["/opt/testbed/venv/bin/python", script], as_user=True, timeout=60)
    assert done.text.split() == ["800x600", "True", "640x480", "True"]


@pytest.mark.parametrize(
    "app",
    [
        "code",
        "google_chrome",
        "libreoffice_calc",
        "libreoffice_impress",
        "libreoffice_writer",
        "vlc",
        "files",
        "terminal",
        "text_editor",
        "settings",
    ],
)
def test_every_application_has_its_own_id(guest: Guest, app: str) -> None:
    window = open_window(guest, app)
    assert window["width"] > 100 and window["height"] > 100


@pytest.mark.core
def test_bad_input_says_what_is_right(guest: Guest) -> None:
    outside = guest.call_tool("computer.click", {"x": 1280, "y": 5})
    assert outside.is_error and "1280x720" in outside.text
    unknown = guest.call_tool("computer.key", {"keys": ["contrl", "s"]})
    assert unknown.is_error and "control" in unknown.text
    late = guest.call_tool("computer.click", {"x": 5000, "y": 5, "modifiers": ["shift"]})
    assert late.is_error
    assert not guest.call_tool("computer.mouse_move", {"x": 5, "y": 5}).is_error
