"""The endpoints that open documents and programs, and that bring windows to the front or close them."""

from __future__ import annotations

import posixpath
import threading

from plugins.osworld.tasks import programs, windows
from plugins.osworld.tasks.server.message import Request, Response
from plugins.osworld.tasks.steps import WindowStep
from testbed.errors import GuestTimeoutError, SetupError
from testbed.guests import Guest


def open_file(guest: Guest, request: Request) -> Response:
    """POST /setup/open_file: open a file or start a program, and wait for a window of its name."""
    path = request.fields.get("path")
    if not path:
        return Response.text("Path not supplied!", 400)
    try:
        programs.open_path(str(path), guest, threading.Event())
    except SetupError:
        return Response.text(f"Application/file not found: {path}", 404)
    except GuestTimeoutError as error:
        name = posixpath.basename(str(path))
        return Response.text(f"Failed to find window for {name}: {error.message}", 500)
    return Response.text("File opened and window activated successfully")


def activate_window(guest: Guest, request: Request) -> Response:
    """POST /setup/activate_window: bring a window to the front. One that is not there is no error."""
    window = _window(request)
    if window is None:
        return Response.text("window_name required", 400)
    windows.activate(window, guest)
    return Response.text("Window activated successfully")


def close_window(guest: Guest, request: Request) -> Response:
    """POST /setup/close_window: close a window. One that is not there is no error."""
    window = _window(request)
    if window is None:
        return Response.text("window_name required", 400)
    windows.close(window, guest)
    return Response.text("Window closed successfully.")


def _window(request: Request) -> WindowStep | None:
    name = request.fields.get("window_name")
    if not name:
        return None
    strict, by_class = (bool(request.fields.get(key)) for key in ("strict", "by_class"))
    return WindowStep(window_name=str(name), strict=strict, by_class=by_class)
