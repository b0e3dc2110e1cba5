"""Moving and pressing the pointer through XTEST, at the pace applications need."""

from __future__ import annotations

import itertools
import math
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager

from Xlib import X
from Xlib.display import Display
from Xlib.ext import xtest

from mcp_tools import activity
from mcp_tools.computer.ping import application_answers
from mcp_tools.computer.process_activity import wait_until_quiet
from mcp_tools.registry import ToolError
from mcp_tools.timeouts import scale_timeout
from mcp_tools.windows import active_window

BUTTONS = {"left": 1, "middle": 2, "right": 3}
_WHEEL = {"up": 4, "down": 5, "left": 6, "right": 7}

DOUBLE_CLICK_SECONDS = 0.55
"""Applications take clicks on one spot within this time (GTK 0.4 s, Chromium 0.5 s) as a double click."""
DOUBLE_CLICK_PIXELS = 6
CLICK_PAUSE_SECONDS = 0.02
"""Between the clicks of a double click: Chromium takes two of one millisecond for the same click."""
DRAG_STEP_SECONDS = 0.012
"""Between two motion events of a drag: applications merge what comes within one frame."""
DRAG_STEP_PIXELS = 20
DRAG_STEPS = 10
DRAG_NOTICED_STEPS = 2
"""After so many steps an application begins what it does for a drag, which must see the motions that follow."""
DRAG_START_SECONDS = 0.08
"""Between press and first motion, so that the press is handled as one by itself."""
DROP_SECONDS = 0.2
"""Between the last motion and the release: source and target agree on the drop in messages of their own."""
DROP_MOTIONS = 4
"""Motions by a pixel at the drop's place: an application may learn only by the next one that it is the target."""

DRAG_ANSWER_SECONDS = scale_timeout(5.0)
"""How long an application may take for the motions of a drag before the button is released all the same."""
DRAG_QUIET_SECONDS = scale_timeout(1.0)
"""How long the processes behind the application's window may go on working, each time they are waited for."""

Point = tuple[int, int]


class Pointer:
    """The pointer of one X connection; its user holds the connection exclusively."""

    def __init__(self) -> None:
        self._last_click: tuple[float, int, Point] = (0.0, 0, (0, 0))
        self._pressed: Point = (-1, -1)

    def position(self, display: Display) -> Point:
        pointer = display.screen().root.query_pointer()
        return int(pointer.root_x), int(pointer.root_y)

    def move(self, display: Display, point: Point) -> None:
        """Move there; while a button is down, over points between. Raises ToolError outside of the screen."""
        self._check(display, point)
        start = self.position(display)
        if _is_down(display) and math.dist(start, point) > DRAG_STEP_PIXELS:
            self._glide(display, [start, point])
        else:
            self._move(display, point)
            display.sync()
        activity.mark(hover=True)

    def press(self, display: Display, button: int) -> None:
        self._pressed = self.position(display)
        self._button(display, X.ButtonPress, button)

    def release(self, display: Display, button: int) -> None:
        """Release the button; if the pointer moved since it was pressed, once the application is ready for a drop."""
        end = self.position(display)
        if _is_down(display) and self._pressed != end:
            self._prepare_drop(display, self._pressed, end)
        self._button(display, X.ButtonRelease, button)

    def click(self, display: Display, point: Point, button: int, count: int) -> None:
        """Click `count` times in a row; never merged with an earlier click into a double click."""
        self._check(display, point)
        then, last_button, spot = self._last_click
        if last_button == button and math.dist(spot, point) <= DOUBLE_CLICK_PIXELS:
            time.sleep(max(0.0, then + DOUBLE_CLICK_SECONDS - time.monotonic()))
        self._move(display, point)
        for click in range(count):
            if click:
                time.sleep(CLICK_PAUSE_SECONDS)
            xtest.fake_input(display, X.ButtonPress, button)
            xtest.fake_input(display, X.ButtonRelease, button)
            display.sync()
        activity.mark()
        self._last_click = (time.monotonic(), button, point)

    def drag(self, display: Display, path: Sequence[Point], button: int) -> None:
        """Press at the first point, move through the others, release at the last."""
        for point in path:
            self._check(display, point)
        self._move(display, path[0])
        with self._hold(display, button):
            self._glide(display, path)

    def _glide(self, display: Display, path: Sequence[Point]) -> None:
        """Move through points at the pace of a drag."""
        time.sleep(DRAG_START_SECONDS)
        _wait_until_active_application_is_quiet()
        points = [point for start, end in itertools.pairwise(path) for point in _steps(start, end)]
        for taken, point in enumerate(points, start=1):
            self._move(display, point)
            display.sync()
            time.sleep(DRAG_STEP_SECONDS)
            if taken == DRAG_NOTICED_STEPS:
                _wait_until_active_application_is_quiet()

    def _prepare_drop(self, display: Display, start: Point, end: Point) -> None:
        """Return when the application under the pointer has taken every motion of a drag, and more at its end."""
        back = _step_back(start, end)
        for point in [back, end] * (DROP_MOTIONS // 2):
            _wait_until_active_application_is_quiet()
            self._move(display, point)
            display.sync()
            time.sleep(DRAG_STEP_SECONDS)
        # The application has taken every motion before the pause for the drop begins, and before it ends.
        for pause in (0.0, DROP_SECONDS):
            time.sleep(pause)
            application_answers(display, DRAG_ANSWER_SECONDS)
        _wait_until_active_application_is_quiet()

    def scroll(self, display: Display, point: Point, dx: int, dy: int) -> None:
        """Turn the wheel: `dx` > 0 to the right, `dy` > 0 down, in wheel clicks."""
        self._check(display, point)
        self._move(display, point)
        turns = [_WHEEL["down" if dy > 0 else "up"]] * abs(dy) + [
            _WHEEL["right" if dx > 0 else "left"]
        ] * abs(dx)
        for button in turns:
            xtest.fake_input(display, X.ButtonPress, button)
            xtest.fake_input(display, X.ButtonRelease, button)
        display.sync()
        activity.mark()

    def release_all(self, display: Display) -> None:
        """Release every button that is down, whoever left it so."""
        mask = display.screen().root.query_pointer().mask
        for button in BUTTONS.values():
            if mask & (X.Button1Mask << (button - 1)):
                xtest.fake_input(display, X.ButtonRelease, button)
        display.sync()

    def _button(self, display: Display, kind: int, button: int) -> None:
        xtest.fake_input(display, kind, button)
        display.sync()
        activity.mark()

    @contextmanager
    def _hold(self, display: Display, button: int) -> Iterator[None]:
        self.press(display, button)
        try:
            yield
        finally:
            self.release(display, button)

    @staticmethod
    def _move(display: Display, point: Point) -> None:
        xtest.fake_input(display, X.MotionNotify, x=point[0], y=point[1])

    @staticmethod
    def _check(display: Display, point: Point) -> None:
        geometry = display.screen().root.get_geometry()
        width, height = geometry.width, geometry.height
        if not (0 <= point[0] < width and 0 <= point[1] < height):
            raise ToolError(
                f"the point ({point[0]}, {point[1]}) is outside of the screen, which is {width}x{height} "
                f"pixels: x from 0 to {width - 1}, y from 0 to {height - 1}"
            )


def _is_down(display: Display) -> bool:
    mask = display.screen().root.query_pointer().mask
    return any(mask & (X.Button1Mask << (button - 1)) for button in BUTTONS.values())


def _step_back(start: Point, end: Point) -> Point:
    """The pixel beside the end on the way from the start, which a drag has crossed."""
    x, y = (max(0, to - (to > origin) + (to < origin)) for origin, to in zip(start, end, strict=True))
    return x, y


def _wait_until_active_application_is_quiet() -> None:
    window = active_window()
    if window is not None and window.pid:
        wait_until_quiet(window.pid, DRAG_QUIET_SECONDS)


def _steps(start: Point, end: Point) -> Iterator[Point]:
    """Points on the way, the end included; the first ones close together, so that a drag is noticed."""
    count = max(DRAG_STEPS, math.ceil(math.dist(start, end) / DRAG_STEP_PIXELS))
    for step in range(1, count + 1):
        share = step / count
        yield (
            round(start[0] + (end[0] - start[0]) * share),
            round(start[1] + (end[1] - start[1]) * share),
        )
