"""Programs of the agent in a real guest: what they do to applications, and what they may not do."""

from __future__ import annotations

import json
from collections.abc import Iterator

import pytest

from controller.core.guest import HOME, Guest, ToolResult
from controller.guests.provider import Provider
from tests.guest.desktops import closed, corner, open_text_editor, open_window, saved_file, windows
from tests.waiting import eventually, poll

pytestmark = pytest.mark.guest

TEXT = "<äöü€> \\ \"quoted\" 'single' |#@~ {[]} 日本語 😀"
PAGE = """<!doctype html><meta charset=utf-8><title>start</title>
<style>body{margin:0} *{position:absolute}</style>
<textarea id=t style="left:0;top:0;width:600px;height:100px"></textarea>
<button id=b style="left:0;top:150px;width:200px;height:50px">button</button>
<div id=d draggable=true style="left:0;top:250px;width:100px;height:60px;background:tomato">drag</div>
<div id=z style="left:300px;top:250px;width:100px;height:60px;background:silver">drop</div>
<div style="left:0;top:400px;width:3000px;height:3000px"></div>
<script>
const log = [];
const say = (what) => { log.push(what); document.title = JSON.stringify(log); };
b.onclick = (event) => say(`click ${event.detail}${event.shiftKey ? " shift" : ""}`);
b.oncontextmenu = (event) => { event.preventDefault(); say("menu"); };
d.ondragstart = (event) => event.dataTransfer.setData("text/plain", "carried");
z.ondragover = (event) => event.preventDefault();
z.ondrop = (event) => { event.preventDefault(); say("drop " + event.dataTransfer.getData("text/plain")); };
t.oninput = () => { document.title = "text:" + encodeURIComponent(t.value); };
onscroll = () => { document.title = `scrolled ${scrollX > 0} ${scrollY > 0}`; };
</script>"""


@pytest.fixture(autouse=True)
def closed_windows(guest: Guest) -> Iterator[None]:
    yield
    closed(guest)


def run(guest: Guest, code: str, **more: float) -> ToolResult:
    return guest.call_tool("computer.program", {"code": code, **more})


def said(guest: Guest, code: str) -> str:
    result = run(guest, code)
    assert not result.is_error, result.text
    return result.text


def refused(guest: Guest, code: str, **more: float) -> str:
    result = run(guest, code, **more)
    assert result.is_error, result.text
    return result.text


def title(guest: Guest) -> str:
    shown = next((str(window["title"]) for window in windows(guest) if window["active"]), "")
    return shown.removesuffix(" - Chromium").removesuffix(" - Google Chrome")


def wait_until_ended(guest: Guest, pattern: str) -> None:
    running = ["pgrep", "-f", pattern]
    eventually(lambda: not guest.run(running, check=False).text, what=f"'{pattern}' to end")


class Page:
    """A page that says in its title what happened to it."""

    def __init__(self, guest: Guest) -> None:
        self.guest = guest
        guest.write_file(f"{HOME}/page.html", PAGE.encode())
        open_window(guest, "google_chrome", f"file://{HOME}/page.html", title="start")
        left, top = poll(lambda: corner(guest, "tomato"), bool) or (0, 0)
        self.place = f"X, Y = {left}, {top - 250}\n"

    def run(self, code: str) -> str:
        return said(self.guest, self.place + code)

    def shows(self, wanted: str) -> str:
        return poll(lambda: title(self.guest), lambda shown: wanted in shown)

    def log(self, expected: list[str]) -> list[str]:
        """What happened to it so far, read until it is what is expected: a title may be read in mid-change."""

        def events() -> list[str]:
            shown = title(self.guest)
            return list(json.loads(shown)) if shown.startswith("[") and shown.endswith("]") else []

        return poll(events, lambda log: log == expected)


def test_text_arrives_exactly(guest: Guest) -> None:
    open_text_editor(guest, f"{HOME}/note.txt")
    code = f"pyautogui.typewrite('<äöü€>')\npyautogui.write({TEXT!r} + '\\nsecond')"
    assert said(guest, code) == "done"
    expected, save = f"<äöü€>{TEXT}\nsecond", "pyautogui.hotkey('ctrl', 's')"
    saved = saved_file(guest, f"{HOME}/note.txt", lambda: said(guest, save), expected)
    assert saved == expected


@pytest.mark.core
def test_the_keyboard(guest: Guest) -> None:
    open_text_editor(guest, f"{HOME}/keys.txt")
    said(
        guest,
        """import pyautogui as pg
pg.write(["a", "b", "enter", "c"])
pg.press("left", presses=2)
pg.press(["x", "Y", "end"])
pg.keyDown("shift"); pg.press("left"); pg.keyUp("shift")
pg.write("d", interval=0.05)
with pg.hold("shift"):
    pg.press("e")
pg.hotkey("ctrl", "shift", "home"); pg.press("right")
pg.keyDown("shift"); pg.press("home"); pg.keyUp("shift")
""",
    )
    save = "import pyautogui as pg\npg.hotkey(['ctrl', 's'])"
    saved = saved_file(guest, f"{HOME}/keys.txt", lambda: said(guest, save), "abxdE\nc")
    assert saved == "abxdE\nc"


def test_a_key_may_be_released_by_a_later_program(guest: Guest) -> None:
    page = Page(guest)
    page.run("pyautogui.keyDown('shift')")
    page.run("pyautogui.click(X + 50, Y + 175)")
    page.run("pyautogui.keyUp('shift')\npyautogui.click(X + 50, Y + 175)")
    log = ["click 1 shift", "click 1"]
    assert page.log(log) == log


@pytest.mark.core
def test_the_pointer(guest: Guest) -> None:
    page = Page(guest)
    page.run("pyautogui.click(X + 50, Y + 175)")
    log = ["click 1"]
    assert page.log(log) == log
    page.run("pyautogui.moveTo(X + 60, Y + 170, duration=0.3)\npyautogui.rightClick()")
    log.append("menu")
    assert page.log(log) == log
    page.run("pyautogui.doubleClick(X + 150, Y + 175)")
    log += ["click 1", "click 2"]
    assert page.log(log) == log
    page.run(
        "pyautogui.click((X + 20, Y + 175), clicks=1); pyautogui.moveRel(30, 0); print(pyautogui.position())"
    )
    log.append("click 1")
    assert page.log(log) == log
    page.run("pyautogui.moveTo(X + 50, Y + 280)\npyautogui.dragTo(X + 350, Y + 280, 0.5, button='left')")
    log.append("drop carried")
    assert page.log(log) == log
    page.run("pyautogui.scroll(-5, X + 600, Y + 500)\npyautogui.hscroll(3)")
    assert "scrolled true true" in page.shows("scrolled true true")


def test_the_clipboard_lasts_for_the_program(guest: Guest) -> None:
    page = Page(guest)
    page.run(
        "import pyperclip\npyperclip.copy('ä😀')\npyautogui.click(X + 50, Y + 50)\npyautogui.hotkey('ctrl', 'v')\n"
        "time.sleep(1)"
    )
    assert "%C3%A4%F0%9F%98%80" in page.shows("text:%C3%A4")


def test_what_it_knows_of_the_screen(guest: Guest) -> None:
    told = said(
        guest,
        "import pyautogui, time\npyautogui.moveTo(0, 0)\npyautogui.moveTo(300, 200)\nprint(*pyautogui.size())\n"
        "print(*pyautogui.position())\nprint(pyautogui.onScreen(1280, 5), pyautogui.screenshot().size)",
    )
    assert told.split("\n")[:3] == ["1280 720", "300 200", "False (1280, 720)"]


@pytest.mark.core
@pytest.mark.parametrize(
    ("code", "wanted"),
    [
        ("x = 1\nprint('so far')\ny = x / 0\n", ["so far", "line 3: y = x / 0", "ZeroDivisionError"]),
        ("if True\n    pass", ["line 1: if True", "SyntaxError"]),
        ("pyautogui.press('entr')", ["line 1: pyautogui.press('entr')", "'entr'", "enter"]),
        ("\npyautogui.click(1280, 5)", ["line 2:", "1280x720"]),
        ("pyautogui.locateOnScreen('a.png')", ["line 1:", "locateOnScreen"]),
        ("def f():\n    pyautogui.click(button='lft')\nf()", ["line 3: f()", "line 2: pyautogui", "'lft'"]),
        ("import sys\nsys.exit(3)", ["exited with 3"]),
    ],
)
def test_errors_say_the_line(guest: Guest, code: str, wanted: list[str]) -> None:
    text = refused(guest, code)
    assert all(part in text for part in wanted), text


def test_time_is_there_without_pyautogui(guest: Guest) -> None:
    assert said(guest, "time.sleep(0.01); print('later')") == "later\n"


def test_it_has_a_time_limit_and_leaves_nothing_behind(guest: Guest) -> None:
    code = (
        "import subprocess, os\nprint('begun')\npyautogui.keyDown('shift')\n"
        "subprocess.Popen(['sleep', '4242'], start_new_session=True)\n"
        "if os.fork() == 0:\n    os.setsid()\n    os.execvp('sleep', ['sleep', '4243'])\nwhile True: pass"
    )
    text = refused(guest, code, seconds=8)
    assert "begun" in text and "longer than 8 s" in text
    wait_until_ended(guest, "sleep 424[23]")
    shift = "import Xlib.display as d; print(sum(d.Display().query_keymap()))"
    assert guest.run(["/opt/testbed/venv/bin/python", "-c", shift], as_user=True).text.strip() == "0"


def test_what_it_starts_ends_with_it(guest: Guest) -> None:
    text = said(
        guest, "import subprocess\nsubprocess.Popen(['sleep', '4244'], start_new_session=True)\nprint('on')"
    )
    assert text.startswith("on")
    assert "left running was ended: 1 processes" in text
    wait_until_ended(guest, "sleep 424[4]")


def test_what_it_prints_is_cut(guest: Guest) -> None:
    text = said(guest, "for n in range(300_000): print('x' * 99)")
    assert len(text) < 21_000
    assert "cut at 20000 characters" in text


def test_files_in_the_home_folder_do_not_take_the_place_of_modules(guest: Guest) -> None:
    guest.write_file(f"{HOME}/random.py", b"raise SystemExit('mine')")
    guest.write_file(f"{HOME}/Xlib.py", b"raise SystemExit('mine')")
    assert "done" in said(guest, "import random\npyautogui.moveTo(5, 5)")
    guest.run(["rm", f"{HOME}/random.py", f"{HOME}/Xlib.py"])


@pytest.mark.core
def test_it_has_the_rights_of_the_desktops_user(guest: Guest) -> None:
    guest.write_file("/root/gold.txt", b"the answer", owner="root", mode=0o600)
    guest.write_file("/var/lib/judge/check.py", b"the checker", owner="root", mode=0o600)
    told = said(guest, "import os\nprint(os.getuid(), os.getcwd())")
    assert told.split()[:2] == ["1000", HOME]
    for path in ("/root/gold.txt", "/var/lib/judge/check.py", "/etc/shadow", "/root/.ssh/authorized_keys"):
        assert "PermissionError" in refused(guest, f"print(open({path!r}).read())")
    assert "Error" in refused(guest, "open('/opt/testbed/mcp_tools/server.py', 'a')")
    assert "Error" in refused(guest, "import os\nos.setuid(0)")
    assert "FileNotFoundError" in refused(guest, "import subprocess\nsubprocess.run(['sudo', '-n', 'id'])")


def test_the_network_is_closed(provider: Provider, guest: Guest) -> None:
    text = refused(guest, "import socket\nsocket.create_connection(('1.1.1.1', 53), timeout=3)")
    assert "Error" in text
