"""How many drags end in a drop: on web pages, on a canvas and in Impress, as one action and as single ones.

    .venv/bin/python scripts/bench/drops.py [--provider nspawn] [--count 100] [--surface page ...] [--way drag ...]

Each surface is open once; each drag takes the object to the other of two places. A drop counts when the application
shows it within a few seconds. The way `execute`, programs of OSWorld's agents with PyAutoGUI of PyPI, boots a guest
for OSWorld's tasks.
"""

from __future__ import annotations

import argparse
import io
import itertools
import statistics
import time
from collections.abc import Callable
from typing import Any, TypeVar

from PIL import Image, ImageChops
from rich.console import Console
from rich.table import Table

from controller.core.guest import HOME, Guest
from controller.guests.provider import GuestOptions
from controller.guests.registry import create_provider
from controller.runs.guest_options import guest_options
from plugins.osworld.tasks.server.commands import prepare_actions, run_in_guest

Point = tuple[int, int]
T = TypeVar("T")
COLOUR = "#ff6347"
SHOWN_SECONDS = 5.0
OPEN_SECONDS = 90.0
HEAD = """<!doctype html><meta charset=utf-8><title>drops 0</title>
<style>body{margin:0;overflow:hidden}
.place{position:absolute;top:60px;width:120px;height:120px;background:#ddd}
#thing{width:80px;height:80px;margin:20px;background:COLOUR}</style>
<script>
let drops = 0;
const dropped = () => { document.title = `drops ${++drops}`; };
</script>""".replace("COLOUR", COLOUR)
PLACES = """<div class=place style="left:60px"><div id=thing draggable=true></div></div>
<div class=place style="left:560px"></div>"""
PAGES = {
    "page": HEAD
    + PLACES
    + """<script>
thing.ondragstart = event => event.dataTransfer.setData("text/plain", "thing");
for (const place of document.querySelectorAll(".place")) {
  place.ondragover = event => event.preventDefault();
  place.ondrop = event => { event.preventDefault(); place.append(thing); dropped(); };
}
</script>""",
    # Work in the handlers and a new layout at each dragover, as sortable lists of frameworks have it.
    "busy page": HEAD
    + PLACES
    + """<script>
const work = milliseconds => { const end = performance.now() + milliseconds; while (performance.now() < end); };
let over = null;
thing.ondragstart = event => { event.dataTransfer.setData("text/plain", "thing"); work(60); };
document.ondragover = event => {
  over = document.elementFromPoint(event.clientX, event.clientY).closest(".place");
  if (over) { event.preventDefault(); over.style.outline = `${1 + drops % 3}px solid`; }
  work(15);
};
document.ondrop = event => { event.preventDefault(); work(30); if (over) { over.append(thing); dropped(); } };
document.ondragend = () => { over = null; };
</script>""",
    "canvas": HEAD
    + """<canvas id=board width=900 height=400></canvas><script>
const pen = board.getContext("2d");
let left = 80, held = null, moves = 0;
const draw = () => { pen.fillStyle = "#fff"; pen.fillRect(0, 0, 900, 400); pen.fillStyle = "COLOUR";
  pen.fillRect(left, 80, 80, 80); };
board.onpointerdown = event => { if (event.clientX >= left && event.clientX < left + 80) {
  held = event.clientX - left; moves = 0; } };
board.onpointermove = event => { if (held !== null) { moves++; left = event.clientX - held; draw(); } };
board.onpointerup = () => { if (held !== null && moves > 3) dropped(); held = null; };
draw();
</script>""".replace("COLOUR", COLOUR),
}
SLIDE = """<?xml version="1.0" encoding="UTF-8"?>
<office:document xmlns:office="urn:oasis:names:tc:opendocument:xmlns:office:1.0"
 xmlns:draw="urn:oasis:names:tc:opendocument:xmlns:drawing:1.0"
 xmlns:style="urn:oasis:names:tc:opendocument:xmlns:style:1.0"
 xmlns:svg="urn:oasis:names:tc:opendocument:xmlns:svg-compatible:1.0" office:version="1.2"
 office:mimetype="application/vnd.oasis.opendocument.presentation">
<office:automatic-styles><style:style style:name="gr1" style:family="graphic"><style:graphic-properties
 draw:stroke="none" draw:fill="solid" draw:fill-color="COLOUR"/></style:style></office:automatic-styles>
<office:body><office:presentation><draw:page draw:name="page1"><draw:rect draw:style-name="gr1" svg:width="4cm"
 svg:height="4cm" svg:x="3cm" svg:y="3cm"/></draw:page></office:presentation></office:body>
</office:document>""".replace("COLOUR", COLOUR)


class Surface:
    """An application with a coloured object that is dragged to and fro."""

    def __init__(self, guest: Guest, name: str) -> None:
        self.guest = guest
        self.name = name
        self.distance = 500 if name in PAGES else 200

    def open(self) -> Point:
        """Open the application; the object's centre on the screen."""
        if self.name in PAGES:
            path, app = f"{HOME}/drops.html", "google_chrome"
            self.guest.write_file(path, PAGES[self.name].encode())
        else:
            path, app = f"{HOME}/drops.fodp", "libreoffice_impress"
            self.guest.write_file(path, SLIDE.encode())
        self.guest.run(["testbed-open", app, path], as_user=True)
        wait_for(lambda: "drops" in self._title(), OPEN_SECONDS)
        call(self.guest, "computer.screenshot", limit_seconds=10.0)
        centre = wait_for(self._centre, OPEN_SECONDS)
        if centre is None:
            raise SystemExit(f"{self.name}: its object is not on the screen")
        return centre

    def close(self) -> None:
        for process in ("chromium", "chrome", "soffice.bin"):
            self.guest.run(["pkill", "-KILL", "-u", "user", "-x", process], check=False)
        # A killed LibreOffice would offer to recover its documents.
        profile = f"{HOME}/.config/libreoffice/4/user"
        self.guest.run(["rm", "-rf", f"{profile}/backup"])
        self.guest.run(["sed", "-i", "/RecoveryList/d", f"{profile}/registrymodifications.xcu"])
        wait_for(lambda: not self._windows(), OPEN_SECONDS)

    def state(self) -> int:
        """A number that a drop changes."""
        if self.name in PAGES:
            words = self._title().split()
            return int(words[words.index("drops") + 1])
        centre = self._centre()
        return -1 if centre is None else centre[0] // 50

    def _windows(self) -> list[dict[str, Any]]:
        return list(call(self.guest, "computer.windows")["windows"])

    def _title(self) -> str:
        return next((str(window["title"]) for window in self._windows() if window["active"]), "")

    def _centre(self) -> Point | None:
        result = self.guest.call_tool("computer.screenshot", {"settle": False})
        shot = Image.open(io.BytesIO(result.images[0])).convert("RGB")
        difference = ImageChops.difference(shot, Image.new("RGB", shot.size, COLOUR)).convert("L")
        box = difference.crop((200, 0, *shot.size)).point(lambda value: 255 if value <= 3 else 0).getbbox()
        return None if box is None else (200 + (box[0] + box[2]) // 2, (box[1] + box[3]) // 2)


def call(guest: Guest, name: str, **arguments: Any) -> dict[str, Any]:
    result = guest.call_tool(name, arguments)
    if result.is_error:
        raise SystemExit(f"{name}: {result.text}")
    return result.structured or {}


def wait_for(question: Callable[[], T], seconds: float) -> T:
    """The first answer that is true, or the last one."""
    deadline = time.monotonic() + seconds
    while not (answer := question()) and time.monotonic() < deadline:
        time.sleep(0.05)
    return answer


def by_drag(guest: Guest, start: Point, end: Point) -> None:
    path = [{"x": x, "y": y} for x, y in (start, end)]
    call(guest, "computer.drag", path=path)


def by_single_actions(guest: Guest, start: Point, end: Point) -> None:
    call(guest, "computer.mouse_move", x=start[0], y=start[1])
    call(guest, "computer.mouse_down")
    call(guest, "computer.mouse_move", x=end[0], y=end[1])
    call(guest, "computer.mouse_up")


def program(start: Point, end: Point) -> str:
    return (
        f"import pyautogui; pyautogui.moveTo{start}; pyautogui.mouseDown(); "
        f"pyautogui.moveTo{end}; pyautogui.mouseUp()"
    )


def by_program(guest: Guest, start: Point, end: Point) -> None:
    call(guest, "computer.program", code=program(start, end))


def by_execute(guest: Guest, start: Point, end: Point) -> None:
    done = run_in_guest(guest, 30.0, command=["python", "-c", program(start, end)])
    if done.get("returncode") != 0:
        raise SystemExit(f"/execute: {done}")


def by_separate_executes(guest: Guest, start: Point, end: Point) -> None:
    for calls in (f"moveTo{start}", "mouseDown()", f"moveTo{end}", "mouseUp()"):
        done = run_in_guest(guest, 30.0, command=["python", "-c", f"import pyautogui; pyautogui.{calls}"])
        if done.get("returncode") != 0:
            raise SystemExit(f"/execute: {done}")


WAYS: dict[str, Callable[[Guest, Point, Point], None]] = {
    "drag": by_drag,
    "single": by_single_actions,
    "program": by_program,
    "execute": by_execute,
    "executes": by_separate_executes,
}
OSWORLD_WAYS = ("execute", "executes")


def count_drops(guest: Guest, surface: Surface, way: str, count: int) -> tuple[int, float]:
    """How many of the drags ended in a drop, and the median of their seconds."""
    here = surface.open()
    there = (here[0] + surface.distance, here[1])
    drops, seconds = 0, []
    try:
        for _ in range(count):
            before, began = surface.state(), time.monotonic()
            WAYS[way](guest, here, there)
            seconds.append(time.monotonic() - began)
            if wait_for(lambda: surface.state() != before, SHOWN_SECONDS):  # noqa: B023
                drops += 1
                here, there = there, here
    finally:
        surface.close()
    return drops, statistics.median(seconds)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--provider", default="nspawn")
    parser.add_argument("--count", type=int, default=100, help="drags on each surface in each way")
    parser.add_argument("--surface", action="append", choices=[*PAGES, "impress"])
    parser.add_argument("--way", action="append", choices=list(WAYS))
    options = parser.parse_args()
    ways = options.way or [way for way in WAYS if way not in OSWORLD_WAYS]
    osworld = any(way in OSWORLD_WAYS for way in ways)
    table = Table("surface", "way", "drops", "of", "seconds, median")
    provider = create_provider(options.provider, guest_options("osworld:") if osworld else GuestOptions())
    try:
        guest = provider.start()
        if osworld:
            prepare_actions(guest)
        for name, way in itertools.product(options.surface or [*PAGES, "impress"], ways):
            drops, seconds = count_drops(guest, Surface(guest, name), way, options.count)
            print(f"{name}, {way}: {drops} of {options.count}", flush=True)
            table.add_row(name, way, str(drops), str(options.count), f"{seconds:.2f}")
    finally:
        provider.close()
        Console().print(table)


if __name__ == "__main__":
    main()
