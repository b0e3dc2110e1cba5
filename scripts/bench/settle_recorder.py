"""Runs in a guest: records how the screen changes around one action, densely, for `settle.py` to replay.

    python settle_recorder.py '{"tool": "computer.key", "arguments": {"keys": ["Return"]}, "before": 3, "after": 4}'

Writes the arrays of `settle_corpus.Recording` to its output as an .npz file.
"""

from __future__ import annotations

import json
import select
import sys
import threading
import time
from io import BytesIO
from typing import Any

import numpy as np
from numpy.typing import NDArray

sys.path.insert(0, "/opt/testbed")

from Xlib import X
from Xlib.display import Display
from Xlib.error import BadDrawable, BadWindow
from Xlib.ext import damage

from mcp_tools import activity
from mcp_tools.computer.ping import application_answers, window_manager_answers
from mcp_tools.computer.screen import Screen
from mcp_tools.computer.tiles import TILE, Pixels, changed_tiles, grid
from mcp_tools.computer.tools import Point
from mcp_tools.discovery import import_tools
from mcp_tools.registry import all_tools

SAMPLE_SECONDS = 0.008
PING_EVERY_SECONDS = 0.03
PING_LIMIT_SECONDS = 20.0
WINDOW_PROPERTIES = ("_NET_CLIENT_LIST", "_NET_ACTIVE_WINDOW")


class Recorder:
    """What happened so far; all times are seconds of the monotonic clock."""

    def __init__(self) -> None:
        self.marks: list[float] = []
        self.returned = 0.0
        self.windows: list[float] = []
        self.damage: list[float] = []
        self.pings: list[tuple[float, float]] = []
        self.frames: list[tuple[float, NDArray[Any], NDArray[Any]]] = []
        self._screen = Screen()

    def follow(self, until: float) -> None:
        """Record frames until a moment: the time, the changed tiles, and a number for the content of each."""
        display = Display()
        root = display.screen().root
        root.change_attributes(event_mask=X.PropertyChangeMask)
        about_windows = {display.intern_atom(name) for name in WINDOW_PROPERTIES}
        display.damage_query_version()
        region = root.damage_create(damage.DamageReportNonEmpty)
        picture = self._screen.pixels()
        self.shape = grid(picture.shape)
        self._add(picture, np.ones(self.shape, bool), time.monotonic())
        while (left := until - time.monotonic()) > 0:
            if not display.pending_events():
                select.select([display.display.socket], [], [], left)
            damaged = False
            while display.pending_events():
                event = display.next_event()
                if event.type != X.PropertyNotify:
                    damaged = True
                elif event.atom in about_windows:
                    self.windows.append(time.monotonic())
            if damaged:
                now = time.monotonic()
                self.damage.append(now)
                display.damage_subtract(region)
                display.sync()
                before, picture = picture, self._screen.pixels()
                self._add(picture, changed_tiles(before, picture), now)
                time.sleep(max(0.0, now + SAMPLE_SECONDS - time.monotonic()))

    def ping(self, until: float) -> None:
        """Record how long the active application and the window manager take to answer."""
        display = Display()
        while (asked := time.monotonic()) < until:
            try:
                if application_answers(display, PING_LIMIT_SECONDS):
                    window_manager_answers(display, PING_LIMIT_SECONDS)
            except (BadWindow, BadDrawable):
                pass
            self.pings.append((asked, time.monotonic()))
            time.sleep(PING_EVERY_SECONDS)

    def act(self, tool: str, arguments: dict[str, Any]) -> None:
        """Execute the action as the guest's server does, and record when it took place."""
        mark = activity.mark

        def note(*, hover: bool = False) -> None:
            mark(hover=hover)
            self.marks.append(activity.last().at)

        activity.mark = note
        function = next(spec.function for spec in all_tools() if spec.name == tool)
        if "path" in arguments and tool == "computer.drag":
            arguments = arguments | {"path": [Point(**point) for point in arguments["path"]]}
        try:
            function(**arguments)
        finally:
            self.returned = time.monotonic()

    def _add(self, picture: Pixels, tiles: NDArray[np.bool_], now: float) -> None:
        if not tiles.any():
            return
        rows, columns = np.nonzero(tiles)
        contents = np.empty(len(rows), np.uint64)
        for index, (row, column) in enumerate(zip(rows, columns, strict=True)):
            part = picture[row * TILE : (row + 1) * TILE, column * TILE : (column + 1) * TILE]
            contents[index] = hash(part.tobytes()) & 0xFFFF_FFFF_FFFF
        self.frames.append((now, np.flatnonzero(tiles).astype(np.uint16), contents))

    def arrays(self) -> dict[str, NDArray[Any]]:
        """Everything as arrays; times in seconds after the first frame."""
        start = self.frames[0][0]
        contents = np.unique(np.concatenate([frame[2] for frame in self.frames]), return_inverse=True)[1]
        return {
            "shape": np.array(self.shape, np.uint16),
            "marks": _since(self.marks, start),
            "returned": _since([self.returned], start),
            "windows": _since(self.windows, start),
            "damage": _since(self.damage, start),
            "pings": _since([moment for pair in self.pings for moment in pair], start).reshape(-1, 2),
            "times": _since([frame[0] for frame in self.frames], start),
            "counts": np.array([len(frame[1]) for frame in self.frames], np.uint16),
            "tiles": np.concatenate([frame[1] for frame in self.frames]),
            "contents": contents.astype(np.uint32),
        }


def _since(moments: list[float], start: float) -> NDArray[np.float32]:
    return np.array([round(moment - start, 4) for moment in moments], np.float32)


def main() -> None:
    wish = json.loads(sys.argv[1])
    import_tools()
    recorder = Recorder()
    until = time.monotonic() + wish["before"] + wish["after"]
    threads = [threading.Thread(target=work, args=(until,)) for work in (recorder.follow, recorder.ping)]
    for thread in threads:
        thread.start()
    time.sleep(wish["before"])
    recorder.act(wish["tool"], wish["arguments"])
    for thread in threads:
        thread.join()
    output = BytesIO()
    np.savez_compressed(output, **recorder.arrays())
    sys.stdout.buffer.write(output.getvalue())


if __name__ == "__main__":
    main()
