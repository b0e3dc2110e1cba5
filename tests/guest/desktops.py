"""A guest's desktop in tests: waiting for what it shows, opening windows, closing them all."""

from __future__ import annotations

import io
import time
from collections.abc import Callable
from typing import Any, TypeVar

from PIL import Image, ImageChops

from controller.core.guest import HOME, Guest, ToolResult

Value = TypeVar("Value")
APPLICATIONS = (
    "chromium",
    "gnome-text-editor",
    "soffice.bin",
    "nautilus",
    "gnome-control-center",
    "vlc",
    "gnome-terminal-server",
)


def until(question: Callable[[], Value], holds: Callable[[Value], bool], seconds: float = 30.0) -> Value:
    """Ask until the answer holds; the last answer otherwise, for the assertion to show."""
    deadline = time.monotonic() + seconds
    while not holds(answer := question()) and time.monotonic() < deadline:
        time.sleep(0.1)
    return answer


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

    window = until(found, bool, seconds=90)
    assert window, f"no active window of {app} with {title!r}: {windows(guest)}"
    guest.call_tool("computer.screenshot", {"limit_seconds": 10})
    return window


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


def saved_file(guest: Guest, path: str, press_keys: Callable[[], object]) -> str:
    """What stands in an empty file once the keys that save it had their effect.

    GNOME's text editor now and then ignores them right after fast typing; they are pressed again then.
    """

    def pressed() -> str:
        press_keys()
        return until(lambda: guest.read_file(path).decode(), bool, seconds=5)

    return until(pressed, bool)


def closed(guest: Guest) -> None:
    """End every application that a test may have opened; returns when no window is left."""
    for name in APPLICATIONS:
        guest.run(["pkill", "-KILL", "-u", "user", "-x", name[:15]], check=False)
    # A killed LibreOffice would offer to recover its documents.
    profile = f"{HOME}/.config/libreoffice/4/user"
    guest.run(["rm", "-rf", f"{profile}/backup"])
    guest.run(["sed", "-i", "/RecoveryList/d", f"{profile}/registrymodifications.xcu"])
    assert not until(lambda: windows(guest), lambda listed: not listed)
