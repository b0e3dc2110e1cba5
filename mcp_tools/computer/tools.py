"""The `computer.*` tools: one an action of the agent, coordinates in native pixels of the screen."""

from __future__ import annotations

import base64
import time
from typing import Annotated, Literal

from mcp_types import CallToolResult, ImageContent
from PIL import Image
from pydantic import BaseModel, ConfigDict, Field
from typing_extensions import TypedDict
from Xlib.display import Display

from mcp_tools.computer.damage import DamageMonitor
from mcp_tools.computer.keyboard import Keyboard
from mcp_tools.computer.pointer import BUTTONS, Pointer
from mcp_tools.computer.screen import Screen, png
from mcp_tools.messages import cut
from mcp_tools.registry import ToolError, tool
from mcp_tools.windows import WindowInfo
from mcp_tools.windows import windows as open_windows
from mcp_tools.x11 import XConnection

OVERTAKEN_SECONDS = 1.0
"""How long typing waits for what was done before it to take effect."""
APP = "os"
ZOOM_LIMIT = 4
"""Small regions are enlarged at most this many times."""
TITLE_CHARACTERS = 500

Pixel = Annotated[int, Field(ge=0, description="native pixels from the left or top edge of the screen")]
Button = Annotated[Literal["left", "middle", "right"], Field(description="the button of the pointer")]
Modifiers = Annotated[tuple[str, ...], Field(description='keys held meanwhile, such as ["ctrl"]')]
Keys = Annotated[
    tuple[str, ...],
    Field(
        min_length=1, description='keys pressed together: X keysym names or short ones, such as ["ctrl", "s"]'
    ),
]


class Position(TypedDict):
    x: int
    y: int


class Size(TypedDict):
    width: int
    height: int


class Point(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")

    x: Pixel
    y: Pixel


class Window(TypedDict):
    title: str
    app: str
    x: int
    y: int
    width: int
    height: int
    active: bool
    minimized: bool


class Windows(TypedDict):
    windows: list[Window]


class Observation(TypedDict):
    width: int
    height: int
    settled: bool
    cursor: Position
    windows: list[Window]


class Region(TypedDict):
    x0: int
    y0: int
    x1: int
    y1: int
    scale: int


def _release_all(display: Display) -> None:
    """Whatever an earlier server was holding when it died."""
    _keyboard.release_all(display)
    _pointer.release_all(display)


_keyboard = Keyboard()
_pointer = Pointer()
_screen = Screen()
_damage = DamageMonitor()
_input = XConnection(setup=_release_all)


@tool("computer.screenshot", app=APP, read_only=True, seconds=40)
def screenshot(
    settle: Annotated[bool, Field(description="wait until the screen is quiet")] = True,
    limit_seconds: Annotated[float, Field(ge=0, le=30, description="wait no longer than this")] = 3.0,
) -> Annotated[CallToolResult, Observation]:
    """Take a picture of the whole screen with the cursor in it, and list the open windows, topmost first.

    Waits until the screen has settled after the last action; `settled` is false when it was still changing
    after `limit_seconds`.
    """
    settled = _damage.settle(limit_seconds) if settle else True
    frame = _screen.capture()
    observation = Observation(
        width=frame.image.width,
        height=frame.image.height,
        settled=settled,
        cursor=Position(x=frame.cursor_x, y=frame.cursor_y),
        windows=[_window(window) for window in open_windows()],
    )
    return CallToolResult(content=[_image(frame.image)], structured_content=observation)


@tool("computer.zoom", app=APP, read_only=True, seconds=40)
def zoom(x0: Pixel, y0: Pixel, x1: Pixel, y1: Pixel) -> Annotated[CallToolResult, Region]:
    """Take a picture of a region of the screen; a small one is enlarged by a whole `scale`.

    (x0, y0) is inside of the region, (x1, y1) just outside of it.
    """
    _damage.settle(limit_seconds=3.0)
    image = _screen.capture().image
    if not (x0 < x1 <= image.width and y0 < y1 <= image.height):
        raise ToolError(
            f"the region ({x0}, {y0}) to ({x1}, {y1}) is empty or leaves the screen, which is "
            f"{image.width}x{image.height} pixels: give x0 < x1 <= {image.width}, y0 < y1 <= {image.height}"
        )
    width, height = x1 - x0, y1 - y0
    scale = max(1, min(ZOOM_LIMIT, image.width // width, image.height // height))
    part = image.crop((x0, y0, x1, y1))
    part = part.resize((width * scale, height * scale), Image.Resampling.LANCZOS)
    region = Region(x0=x0, y0=y0, x1=x1, y1=y1, scale=scale)
    return CallToolResult(content=[_image(part)], structured_content=region)


@tool("computer.screen_size", app=APP, read_only=True)
def screen_size() -> Size:
    """The size of the screen in pixels."""
    width, height = _screen.size()
    return Size(width=width, height=height)


@tool("computer.cursor_position", app=APP, read_only=True)
def cursor_position() -> Position:
    """Where the pointer is, in pixels from the screen's top left corner."""
    x, y = _input.query(_pointer.position)
    return Position(x=x, y=y)


@tool("computer.windows", app=APP, read_only=True)
def windows() -> Windows:
    """The open windows, topmost first: title, application, position and size in pixels, which is active."""
    return Windows(windows=[_window(window) for window in open_windows()])


@tool("computer.key", app=APP)
def key(keys: Keys, repeat: Annotated[int, Field(ge=1, le=100, description="how often in a row")] = 1) -> str:
    """Press keys together and release them."""
    with _input.use() as display:
        _keyboard.press(display, keys, repeat)
    return f"pressed {'+'.join(keys)}" + (f" {repeat} times" if repeat > 1 else "")


@tool("computer.hold_key", app=APP, seconds=40)
def hold_key(keys: Keys, seconds: Annotated[float, Field(gt=0, le=30, description="how long")]) -> str:
    """Hold keys down for a time; the last one repeats."""
    with _input.use() as display:
        _keyboard.hold(display, keys, seconds)
    return f"held {'+'.join(keys)} for {seconds:g} s"


@tool("computer.type", app=APP, seconds=120)
def type_text(
    text: Annotated[str, Field(description="any Unicode; a newline is Return, a tab is Tab")],
) -> str:
    """Type text where the keyboard's focus is."""
    # LibreOffice executes cursor keys and shortcuts later than it takes text, which would overtake them.
    _damage.settle(OVERTAKEN_SECONDS, feedback_seconds=0.0)
    with _input.use() as display:
        _keyboard.type(display, text)
    return f"typed {len(text)} characters"


@tool("computer.mouse_move", app=APP)
def mouse_move(x: Pixel, y: Pixel) -> str:
    """Move the pointer to a point."""
    with _input.use() as display:
        _pointer.move(display, (x, y))
    return f"moved to ({x}, {y})"


@tool("computer.mouse_down", app=APP)
def mouse_down(button: Button = "left") -> str:
    """Press a button of the pointer where it is, and keep it down."""
    with _input.use() as display:
        _pointer.press(display, BUTTONS[button])
    return f"{button} button is down"


@tool("computer.mouse_up", app=APP)
def mouse_up(button: Button = "left") -> str:
    """Release a button of the pointer."""
    with _input.use() as display:
        _pointer.release(display, BUTTONS[button])
    return f"{button} button is up"


@tool("computer.click", app=APP)
def click(
    x: Pixel,
    y: Pixel,
    button: Button = "left",
    count: Annotated[int, Field(ge=1, le=3, description="2 is a double click, 3 a triple click")] = 1,
    modifiers: Modifiers = (),
) -> str:
    """Click at a point."""
    with _input.use() as display, _keyboard.hold_keys(display, modifiers):
        _pointer.click(display, (x, y), BUTTONS[button], count)
    return f"clicked {button} at ({x}, {y})" + (f" {count} times" if count > 1 else "")


@tool("computer.drag", app=APP, seconds=60)
def drag(
    path: Annotated[tuple[Point, ...], Field(min_length=2, description="press, ways between, release")],
    button: Button = "left",
    modifiers: Modifiers = (),
) -> str:
    """Press at the first point of a path, move through the others, release at the last."""
    with _input.use() as display, _keyboard.hold_keys(display, modifiers):
        _pointer.drag(display, [(point.x, point.y) for point in path], BUTTONS[button])
    return f"dragged from ({path[0].x}, {path[0].y}) to ({path[-1].x}, {path[-1].y})"


@tool("computer.scroll", app=APP)
def scroll(
    x: Pixel,
    y: Pixel,
    dx: Annotated[int, Field(ge=-100, le=100, description="wheel clicks to the right; below 0 left")] = 0,
    dy: Annotated[int, Field(ge=-100, le=100, description="wheel clicks down; below 0 up")] = 0,
    modifiers: Modifiers = (),
) -> str:
    """Turn the wheel at a point."""
    with _input.use() as display, _keyboard.hold_keys(display, modifiers):
        _pointer.scroll(display, (x, y), dx, dy)
    return f"scrolled by ({dx}, {dy}) at ({x}, {y})"


@tool("computer.wait", app=APP, read_only=True, seconds=70)
def wait(seconds: Annotated[float, Field(gt=0, le=60, description="how long")]) -> str:
    """Do nothing for a time."""
    time.sleep(seconds)
    return f"waited {seconds:g} s"


def release_all() -> None:
    """Release every key and button that is down."""
    with _input.use() as display:
        _release_all(display)


def _window(window: WindowInfo) -> Window:
    return Window(
        title=cut(window.title, TITLE_CHARACTERS),
        app=window.app,
        x=window.x,
        y=window.y,
        width=window.width,
        height=window.height,
        active=window.active,
        minimized=window.minimized,
    )


def _image(image: Image.Image) -> ImageContent:
    return ImageContent(
        type="image", data=base64.b64encode(png(image)).decode("ascii"), mime_type="image/png"
    )
