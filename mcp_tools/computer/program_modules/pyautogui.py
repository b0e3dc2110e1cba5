"""PyAutoGUI's interface over this desktop's own keyboard and pointer.

The package of that name types "<" as ">" on this X server, leaves out what is not on the layout and ends the
program when the pointer is in a corner. Here text arrives as written, the fail-safe corner is not there, and
what cannot be done raises an exception instead of being passed over: an unknown key, a point off the screen.
Colours, windows, message boxes and searching for pictures are left out.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any, NamedTuple

from PIL import Image
from Xlib.display import Display

from mcp_tools.computer.damage import DamageMonitor
from mcp_tools.computer.keyboard import Keyboard
from mcp_tools.computer.pointer import BUTTONS, Pointer
from mcp_tools.computer.screen import Screen
from mcp_tools.registry import ToolError as PyAutoGUIException
from mcp_tools.x11 import XConnection

__version__ = "0.9.54"
PAUSE = 0.1
"""Seconds after every call."""
FAILSAFE = False
"""Without effect, whatever it is set to."""
MINIMUM_DURATION = 0.1
LEFT, MIDDLE, RIGHT, PRIMARY, SECONDARY = "left", "middle", "right", "primary", "secondary"
QWERTY = "qwerty"

_OVERTAKEN_SECONDS = 1.0
"""How long typing waits for what was done before it to take effect."""
_SEPARATE_SECONDS = 0.4
"""Clicks further apart than this are single ones."""
_STEP_SECONDS = 0.02
_MAX_WHEEL = 100
"""Turns of the wheel sent at once."""
_BUTTONS = {**BUTTONS, "primary": 1, "secondary": 3, "1": 1, "2": 2, "3": 3}
_KEYS = {
    "\b": "BackSpace", "\r": "Return", " ": "space", "add": "KP_Add", "subtract": "KP_Subtract",
    "multiply": "KP_Multiply", "divide": "KP_Divide", "decimal": "KP_Decimal", "separator": "KP_Separator",
    "altleft": "Alt_L", "altright": "Alt_R", "ctrlleft": "Control_L", "ctrlright": "Control_R",
    "shiftleft": "Shift_L", "shiftright": "Shift_R", "winleft": "Super_L", "winright": "Super_R",
    "optionleft": "Alt_L", "optionright": "Alt_R", "prntscrn": "Print", "print": "Print",
    "nexttrack": "XF86AudioNext", "prevtrack": "XF86AudioPrev", "stop": "XF86AudioStop",
    "browserback": "XF86Back", "browserforward": "XF86Forward", "browserhome": "XF86HomePage",
    "browserrefresh": "XF86Refresh", "browsersearch": "XF86Search", "browserfavorites": "XF86Favorites",
    "browserstop": "XF86Stop", "launchmail": "XF86Mail", "sleep": "XF86Sleep", "help": "Help",
} | {f"num{digit}": f"KP_{digit}" for digit in range(10)}  # fmt: skip

_keyboard = Keyboard()
_pointer = Pointer()
_screen = Screen()
_damage = DamageMonitor()
_connection = XConnection()


class FailSafeException(PyAutoGUIException):
    """Never raised here."""


class ImageNotFoundException(PyAutoGUIException):
    """Never raised here."""


class Point(NamedTuple):
    x: int
    y: int


class Size(NamedTuple):
    width: int
    height: int


def size() -> Size:
    """The screen's size in pixels."""
    return Size(*_screen.size())


resolution = size


def position(x: int | None = None, y: int | None = None) -> Point:
    """Where the pointer is; a coordinate that is given replaces its own."""
    here = _connection.query(_pointer.position)
    return Point(here[0] if x is None else int(x), here[1] if y is None else int(y))


def onScreen(x: Any, y: Any = None) -> bool:
    column, row = _target(x, y)
    width, height = size()
    return 0 <= column < width and 0 <= row < height


def sleep(seconds: float) -> None:
    time.sleep(seconds)


def screenshot(
    imageFilename: str | None = None, region: tuple[int, int, int, int] | None = None
) -> Image.Image:
    """The screen, or its region (left, top, width, height)."""
    image = _screen.capture().image
    if region is not None:
        left, top, width, height = region
        image = image.crop((left, top, left + width, top + height))
    if imageFilename is not None:
        image.save(imageFilename)
    return image


def pixel(x: int, y: int) -> tuple[int, int, int]:
    red, green, blue = screenshot().convert("RGB").getpixel((x, y))  # type: ignore[misc]
    return red, green, blue


def moveTo(x: Any = None, y: Any = None, duration: float = 0.0, tween: Any = None, **rest: Any) -> None:
    with _call(rest) as display:
        start, end = position(), _target(x, y)
        steps = int(duration / _STEP_SECONDS) if duration > MINIMUM_DURATION else 0
        for step in range(1, steps):
            share = step / steps
            between = tuple(round(a + (b - a) * share) for a, b in zip(start, end, strict=True))
            _pointer.move(display, (between[0], between[1]))
            time.sleep(_STEP_SECONDS)
        _pointer.move(display, end)


def moveRel(
    xOffset: Any = 0, yOffset: Any = 0, duration: float = 0.0, tween: Any = None, **rest: Any
) -> None:
    moveTo(*_offset(xOffset, yOffset), duration=duration, **rest)


move = moveRel


def click(
    x: Any = None,
    y: Any = None,
    clicks: int = 1,
    interval: float = 0.0,
    button: Any = PRIMARY,
    duration: float = 0.0,
    tween: Any = None,
    **rest: Any,
) -> None:
    with _call(rest) as display:
        where = _target(x, y)
        if duration > MINIMUM_DURATION:
            moveTo(*where, duration=duration, _pause=False)
        together = clicks if interval < _SEPARATE_SECONDS else 1
        for clicked in range(0, clicks, together):
            if clicked:
                time.sleep(interval)
            _pointer.click(display, where, _button(button), min(together, clicks - clicked))


def leftClick(
    x: Any = None, y: Any = None, interval: float = 0.0, duration: float = 0.0, **rest: Any
) -> None:
    click(x, y, 1, interval, LEFT, duration, **_drop(rest, "tween"))


def rightClick(
    x: Any = None, y: Any = None, interval: float = 0.0, duration: float = 0.0, **rest: Any
) -> None:
    click(x, y, 1, interval, RIGHT, duration, **_drop(rest, "tween"))


def middleClick(
    x: Any = None, y: Any = None, interval: float = 0.0, duration: float = 0.0, **rest: Any
) -> None:
    click(x, y, 1, interval, MIDDLE, duration, **_drop(rest, "tween"))


def doubleClick(
    x: Any = None,
    y: Any = None,
    interval: float = 0.0,
    button: Any = LEFT,
    duration: float = 0.0,
    **rest: Any,
) -> None:
    click(x, y, 2, min(interval, _STEP_SECONDS), button, duration, **_drop(rest, "tween"))


def tripleClick(
    x: Any = None,
    y: Any = None,
    interval: float = 0.0,
    button: Any = LEFT,
    duration: float = 0.0,
    **rest: Any,
) -> None:
    click(x, y, 3, min(interval, _STEP_SECONDS), button, duration, **_drop(rest, "tween"))


def mouseDown(
    x: Any = None, y: Any = None, button: Any = PRIMARY, duration: float = 0.0, **rest: Any
) -> None:
    with _call(_drop(rest, "tween")) as display:
        _pointer.move(display, _target(x, y))
        _pointer.press(display, _button(button))


def mouseUp(x: Any = None, y: Any = None, button: Any = PRIMARY, duration: float = 0.0, **rest: Any) -> None:
    with _call(_drop(rest, "tween")) as display:
        _pointer.move(display, _target(x, y))
        _pointer.release(display, _button(button))


def dragTo(
    x: Any = None,
    y: Any = None,
    duration: float = 0.0,
    tween: Any = None,
    button: Any = PRIMARY,
    mouseDownUp: bool = True,
    **rest: Any,
) -> None:
    with _call(rest) as display:
        end = _target(x, y)
        if mouseDownUp:
            _pointer.drag(display, [position(), end], _button(button))
        else:
            _pointer.move(display, end)


def dragRel(
    xOffset: Any = 0,
    yOffset: Any = 0,
    duration: float = 0.0,
    tween: Any = None,
    button: Any = PRIMARY,
    mouseDownUp: bool = True,
    **rest: Any,
) -> None:
    dragTo(*_offset(xOffset, yOffset), duration, tween, button, mouseDownUp, **rest)


drag = dragRel


def scroll(clicks: float, x: Any = None, y: Any = None, **rest: Any) -> None:
    """Turn the wheel: up for `clicks` > 0, else down."""
    _wheel(x, y, 0, -round(clicks), rest)


vscroll = scroll


def hscroll(clicks: float, x: Any = None, y: Any = None, **rest: Any) -> None:
    """Turn the wheel sideways: to the right for `clicks` > 0, else to the left."""
    _wheel(x, y, round(clicks), 0, rest)


def write(message: str | Sequence[str], interval: float = 0.0, **rest: Any) -> None:
    """Type a text, any Unicode, or press keys one after the other."""
    if not isinstance(message, str):
        press(list(message), interval=interval, **rest)
        return
    with _call(rest) as display:
        # LibreOffice executes cursor keys and shortcuts later than it takes text, which would overtake them.
        _damage.settle(_OVERTAKEN_SECONDS, feedback_seconds=0.0)
        for part in message if interval > 0 else [message]:
            _keyboard.type(display, part, release_modifiers=False)
            time.sleep(interval)


typewrite = write


def press(keys: str | Sequence[str], presses: int = 1, interval: float = 0.0, **rest: Any) -> None:
    """Press and release a key, or keys one after the other."""
    with _call(rest) as display:
        for _ in range(presses):
            for key in [keys] if isinstance(keys, str) else keys:
                _keyboard.press(display, (_key(key),))
                time.sleep(interval)


def hotkey(*keys: Any, interval: float = 0.0, **rest: Any) -> None:
    """Press keys together and release them."""
    with _call(rest) as display:
        chord = keys[0] if len(keys) == 1 and not isinstance(keys[0], str) else keys
        _keyboard.press(display, tuple(map(_key, chord)))


def keyDown(key: str, **rest: Any) -> None:
    with _call(rest) as display:
        _keyboard.down(display, (_key(key),))


def keyUp(key: str, **rest: Any) -> None:
    with _call(rest) as display:
        _keyboard.up(display, (_key(key),))


@contextmanager
def hold(keys: str | Sequence[str], **rest: Any) -> Iterator[None]:
    """Hold keys down for the length of a `with` block."""
    names = tuple(map(_key, [keys] if isinstance(keys, str) else keys))
    with _call(rest) as display:
        _keyboard.down(display, names)
    try:
        yield
    finally:
        with _call(rest) as display:
            _keyboard.up(display, names)


def isValidKey(key: str) -> bool:
    from mcp_tools.computer import keysyms

    try:
        keysyms.of_name(_key(key))
    except PyAutoGUIException:
        return False
    return True


def linear(share: float) -> float:
    return share


def __getattr__(name: str) -> Callable[[float], float]:
    """Every way of easing a movement is the straight one; what else is asked for is not there."""
    if name.startswith("ease"):
        return linear
    raise AttributeError(
        f"this desktop's pyautogui has no {name!r}; it has mouse, keyboard, size, position, screenshot"
    )


@contextmanager
def _call(rest: dict[str, Any]) -> Iterator[Display]:
    """The connection for one call, and the pause after it."""
    unknown = rest.keys() - {"_pause", "logScreenshot"}
    if unknown:
        raise TypeError(f"there is no argument {', '.join(sorted(unknown))}")
    with _connection.use() as display:
        yield display
    if rest.get("_pause", True):
        time.sleep(PAUSE)


def _wheel(x: Any, y: Any, dx: int, dy: int, rest: dict[str, Any]) -> None:
    with _call(rest) as display:
        where = _target(x, y)
        left = abs(dx + dy)
        while left > 0:
            turns = min(left, _MAX_WHEEL)
            _pointer.scroll(
                display, where, turns * (dx > 0) - turns * (dx < 0), turns * (dy > 0) - turns * (dy < 0)
            )
            left -= turns


def _target(x: Any, y: Any) -> tuple[int, int]:
    if isinstance(x, str):
        raise PyAutoGUIException(
            f"{x!r} is no coordinate; this desktop's pyautogui does not search for pictures"
        )
    if x is not None and not hasattr(x, "__int__") and len(x) >= 2:
        x, y = x[0], x[1]
    here = position()
    return here.x if x is None else int(x), here.y if y is None else int(y)


def _offset(x: Any, y: Any) -> tuple[int, int]:
    if x is not None and not hasattr(x, "__int__"):
        x, y = x[0], x[1]
    here = position()
    return here.x + int(x or 0), here.y + int(y or 0)


def _button(button: Any) -> int:
    number = _BUTTONS.get(str(button).lower())
    if number is None:
        raise PyAutoGUIException(f"there is no button {button!r}; use {LEFT!r}, {MIDDLE!r} or {RIGHT!r}")
    return number


def _key(key: Any) -> str:
    if not isinstance(key, str) or not key:
        raise PyAutoGUIException(f"{key!r} is no key; a key is a text such as 'a', 'enter' or 'ctrl'")
    return _KEYS.get(key if len(key) == 1 else key.lower(), key)


def _drop(rest: dict[str, Any], name: str) -> dict[str, Any]:
    return {key: value for key, value in rest.items() if key != name}
