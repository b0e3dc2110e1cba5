"""The same calls through PyAutoGUI of PyPI and through testbed's module: what the X server gets, what they return."""

from __future__ import annotations

import json
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from controller.core.guest import HOME, Guest
from tests.waiting import poll

pytestmark = pytest.mark.guest

CALLS = (
    "p.size()",
    "p.moveTo(300, 400)",
    "p.moveTo((310, 410))",
    "p.moveTo(320, 420, 0.2)",
    "p.moveTo(330, 430, duration=0.2, tween=p.easeInOutQuad)",
    "p.moveTo(340, None)",
    "p.moveRel(10, 20)",
    "p.move(-15, 5)",
    "p.position()",
    "p.onScreen(10, 10)",
    "p.onScreen(9999, 10)",
    "p.click()",
    "p.click(400, 300)",
    "p.click((410, 310))",
    "p.click(x=420, y=320, button='right')",
    "p.click(430, 330, clicks=2)",
    "p.click(440, 340, clicks=2, interval=0.1, button='middle')",
    "p.leftClick(450, 350)",
    "p.rightClick(460, 360)",
    "p.middleClick(470, 370)",
    "p.doubleClick(480, 380)",
    "p.tripleClick(490, 390)",
    "p.click(button=p.SECONDARY)",
    "p.mouseDown()",
    "p.mouseUp()",
    "p.mouseDown(500, 400, button='right')",
    "p.mouseUp(510, 410, button='right')",
    "p.dragTo(600, 450, 0.3)",
    "p.dragTo(610, 460, duration=0.3, button='right')",
    "p.dragRel(40, 10, 0.3)",
    "p.drag(-20, 10, duration=0.3)",
    "p.scroll(3)",
    "p.scroll(-3)",
    "p.scroll(5, 620, 470)",
    "p.hscroll(2)",
    "p.vscroll(-2)",
    "p.press('a')",
    "p.press('enter')",
    "p.press(['left', 'right'])",
    "p.press('tab', presses=3)",
    "p.press('f5', interval=0.1)",
    "p.press('A')",
    "p.press('space')",
    "p.press('esc')",
    "p.press('pagedown')",
    "p.press('num5')",
    "p.keyDown('shift')",
    "p.keyUp('shift')",
    "p.keyDown('ctrl'); p.press('x'); p.keyUp('ctrl')",
    "p.hotkey('ctrl', 'c')",
    "p.hotkey('ctrl', 'shift', 't')",
    "p.hotkey('alt', 'f10')",
    "p.hotkey(['ctrl', 'v'])",
    "p.write('hello')",
    "p.write('Hello World')",
    "p.typewrite('a1_b', interval=0.02)",
    "p.typewrite(['a', 'left', 'b'])",
    "p.write('x + y = (1 - 2) * 3!')",
    "p.write('a < b > c')",
    "p.write('line\\nnext')",
    "p.write('\\u00e4\\u20ac')",
    "p.press('no such key')",
    "p.isValidKey('enter')",
    "p.isValidKey('no such key')",
    "p.screenshot().size",
    "p.screenshot(region=(10, 20, 30, 40)).size",
    "p.pixel(0, 0)",
    "p.sleep(0.01)",
    "p.PAUSE",
    "p.__version__",
)
DIFFERING = {
    "p.press('num5')": "PyAutoGUI's is Begin, the key without Num Lock; testbed's is the digit",
    "p.write('a < b > c')": "PyAutoGUI types > for <",
    "p.write('\\u00e4\\u20ac')": "PyAutoGUI types nothing",
    "p.press('no such key')": "PyAutoGUI does nothing; testbed raises an exception",
}
"""The calls that do something else through testbed's module, and why; docs/osworld.md lists them too."""

START, END = (700, 500), (1900, 1000)
"""Where the pointer is before each call, and where it is put afterwards."""
PROGRAM = f"""
import json, subprocess
import pyautogui as p
p.FAILSAFE = False
for call in {{calls!r}}:
    subprocess.run(["xdotool", "mousemove", "{START[0]}", "{START[1]}"], check=True)
    try:
        *before, last = call.split("; ")
        for statement in before:
            exec(statement)
        value = eval(last)
    except Exception as error:
        value = "an exception"
    print(json.dumps([call, value if isinstance(value, (bool, str, int, float, tuple)) else None]))
    subprocess.run(["xdotool", "mousemove", "{END[0]}", "{END[1]}"], check=True)
"""
SINK = """
import tkinter
window = tkinter.Tk()
window.title("sink")
window.attributes("-fullscreen", True)
window.mainloop()
"""
LOG = f"{HOME}/input.log"


@pytest.fixture(scope="module")
def recorded(osworld_guest: Guest) -> Guest:
    """A guest whose window swallows what is typed, and whose input is written to LOG."""
    guest = osworld_guest
    guest.write_file(f"{HOME}/sink.py", SINK.encode())
    guest.write_file(f"{HOME}/input_log.py", Path(__file__).with_name("input_log.py").read_bytes())
    unit = ["systemd-run", "--user", "--quiet", "--collect"]
    guest.run([*unit, "--", "python3", f"{HOME}/sink.py"], as_user=True)
    out = f"--property=StandardOutput=append:{LOG}"
    guest.run([*unit, out, "--", "/opt/testbed/venv/bin/python", f"{HOME}/input_log.py"], as_user=True)
    assert poll(lambda: events(guest), bool, seconds=30) == ["ready"]
    look = ["xdotool", "search", "--onlyvisible", "--name", "^sink$"]
    assert poll(lambda: guest.run(look, as_user=True, check=False).text, bool, seconds=30)
    return guest


def events(guest: Guest) -> list[Any]:
    try:
        text = guest.read_file(LOG).decode()
    except FileNotFoundError:
        return []
    return [json.loads(line) for line in text.splitlines()]


def effects(guest: Guest, run: Any) -> dict[str, tuple[Any, list[Any]]]:
    """What each call returned, and its events, of which of several movements the last one counts."""
    before = len(events(guest))
    said = [json.loads(line) for line in run().splitlines() if line.startswith("[")]
    assert [call for call, _ in said] == list(CALLS)
    end = ["move", *END]
    told = poll(lambda: events(guest)[before:], lambda lines: lines.count(end) == len(CALLS))
    found: dict[str, tuple[Any, list[Any]]] = {}
    for call, value in said:
        start, stop = told.index(["move", *START]), told.index(end)
        found[call] = (value, simplified(told[start + 1 : stop], keep_shift="shift" in call))
        told = told[stop + 1 :]
    return found


def simplified(lines: list[Any], *, keep_shift: bool) -> list[Any]:
    """Leave out ways to a place, releases, and Shift where a character needs it: its key tells which one it is."""
    place, kept = list(START), []
    for line, following in pairwise([*lines, ["end"]]):
        if line[0] == "move":
            if following[0] != "move" and line[1:] != place:
                kept.append(line)
                place = line[1:]
        elif keep_shift or (line[0] != "release" and line[1] != "Shift_L"):
            kept.append(line)
    return kept


def test_calls_do_the_same_through_both_modules(recorded: Guest) -> None:
    program = PROGRAM.format(calls=CALLS)

    def ours() -> str:
        result = recorded.call_tool("computer.program", {"code": program, "seconds": 110}, timeout=180)
        assert not result.is_error, result.text
        return result.text

    def theirs() -> str:
        return recorded.run(["python", "-c", program], as_user=True, timeout=180).text

    expected, found = effects(recorded, theirs), effects(recorded, ours)
    differing = {call: (expected[call], found[call]) for call in CALLS if expected[call] != found[call]}
    for call, (one, other) in differing.items():
        print(f"{call}\n    PyAutoGUI {one}\n    testbed   {other}")
    assert set(differing) == set(DIFFERING)
