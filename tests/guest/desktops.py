"""A guest's desktop in tests: waiting for what it shows, opening windows, closing them all."""

from __future__ import annotations

import io
from collections.abc import Callable
from typing import Any

from PIL import Image, ImageChops

from controller.core.guest import HOME, Guest, ToolResult
from tests.pictures import Box
from tests.waiting import poll

CLOCK: Box = (480, 0, 800, 32)
"""Where the top bar of a screen of 1280x720 shows the time."""
CORNER = (1279, 719)
APPLICATIONS = (
    "chromium",
    "chrome",
    "gnome-text-editor",
    "soffice.bin",
    "nautilus",
    "gnome-control-center",
    "vlc",
    "gnome-terminal-server",
)


def windows(guest: Guest) -> list[dict[str, Any]]:
    result = guest.call_tool("computer.windows", {})
    assert not result.is_error and result.structured is not None, result.text
    return list(result.structured["windows"])


def open_window(guest: Guest, app: str, *arguments: str, title: str = "") -> dict[str, Any]:
    """Open an application and return its window once it is active and painted."""
    guest.run(["testbed-open", app, *arguments], as_user=True)

    def found() -> dict[str, Any]:
        matching = (w for w in windows(guest) if w["app"] == app and title in w["title"] and w["active"])
        return next(matching, {})

    window = poll(found, bool, seconds=90)
    assert window, f"no active window of {app} with {title!r}: {windows(guest)}"
    guest.call_tool("computer.screenshot", {"limit_seconds": 10})
    return window


def open_text_editor(guest: Guest, path: str) -> None:
    """Open an empty file in the text editor; returns once what is typed arrives there.

    On a busy host its window is active before it takes keys, and the first ones are lost.
    """
    guest.write_file(path, b"")
    open_window(guest, "text_editor", path, title=path.rpartition("/")[2])

    def type_and_save() -> bytes:
        guest.call_tool("computer.program", {"code": "pyautogui.write('x')\npyautogui.hotkey('ctrl', 's')"})
        return poll(lambda: guest.read_file(path), bool, seconds=3)

    assert poll(type_and_save, bool, seconds=60), "the text editor takes no keys"
    guest.call_tool(
        "computer.program", {"code": "pyautogui.hotkey('ctrl', 'a')\npyautogui.press('backspace')"}
    )


def idle_picture(guest: Guest) -> Image.Image:
    """What the screen shows, settled, with the pointer in a corner where it hovers over nothing."""
    moved = guest.call_tool("computer.mouse_move", {"x": CORNER[0], "y": CORNER[1]})
    assert not moved.is_error, moved.text
    return picture(guest)


def picture(guest: Guest) -> Image.Image:
    """What the screen shows, settled."""
    return picture_of(guest.call_tool("computer.screenshot"))


def picture_of(result: ToolResult) -> Image.Image:
    return Image.open(io.BytesIO(result.images[0])).convert("RGB")


def corner(guest: Guest, colour: str) -> tuple[int, int] | None:
    """The left and top of what has this colour on the screen, as near as a renderer comes to it."""
    shot = picture(guest)
    same = ImageChops.difference(shot, Image.new("RGB", shot.size, colour)).convert("L")
    box = same.point(lambda value: 255 if value <= 3 else 0).getbbox()
    return (box[0], box[1]) if box else None


def saved_file(guest: Guest, path: str, press_keys: Callable[[], object], expected: str) -> str:
    """What stands in a file, without the last line's end, once the keys that save it had the expected effect.

    GNOME's text editor now and then ignores them right after fast typing; they are pressed again then.
    """

    def is_expected(text: str) -> bool:
        return text == expected

    def pressed() -> str:
        press_keys()
        return poll(lambda: guest.read_file(path).decode().rstrip("\n"), is_expected, seconds=5)

    return poll(pressed, is_expected)


def closed(guest: Guest) -> None:
    """End every application that a test may have opened; returns when no window is left."""
    for name in APPLICATIONS:
        guest.run(["pkill", "-KILL", "-u", "user", "-x", name[:15]], check=False)
    # A killed LibreOffice would offer to recover its documents.
    profile = f"{HOME}/.config/libreoffice/4/user"
    guest.run(["rm", "-rf", f"{profile}/backup"])
    guest.run(["sed", "-i", "/RecoveryList/d", f"{profile}/registrymodifications.xcu"])
    assert not poll(lambda: windows(guest), lambda listed: not listed)
