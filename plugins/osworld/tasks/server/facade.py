"""Which endpoint answers what."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from plugins.osworld.tasks.server import commands, files, opening, recording, screen
from plugins.osworld.tasks.server.message import Request, Response
from testbed.errors import GuestError, SetupError
from testbed.guests import Guest

Endpoint = Callable[[Guest, Request], Response]

ENDPOINTS: Final[Mapping[tuple[str, str], Endpoint]] = {
    ("POST", "/execute"): commands.execute,
    ("POST", "/setup/execute"): commands.execute,
    ("POST", "/execute_with_verification"): commands.execute_with_verification,
    ("POST", "/setup/execute_with_verification"): commands.execute_with_verification,
    ("POST", "/setup/launch"): commands.launch,
    ("POST", "/run_python"): commands.run_python,
    ("POST", "/run_bash_script"): commands.run_bash_script,
    ("POST", "/setup/open_file"): opening.open_file,
    ("POST", "/setup/activate_window"): opening.activate_window,
    ("POST", "/setup/close_window"): opening.close_window,
    ("POST", "/file"): files.send_file,
    ("POST", "/setup/upload"): files.upload,
    ("POST", "/setup/download_file"): files.download_file,
    ("POST", "/desktop_path"): files.desktop_path,
    ("POST", "/list_directory"): files.list_directory,
    ("POST", "/wallpaper"): files.wallpaper,
    ("POST", "/setup/change_wallpaper"): files.change_wallpaper,
    ("GET", "/screenshot"): screen.screenshot,
    ("GET", "/accessibility"): screen.accessibility,
    ("GET", "/terminal"): screen.terminal,
    ("POST", "/screen_size"): screen.size,
    ("POST", "/window_size"): screen.window_size,
    ("GET", "/cursor_position"): screen.cursor_position,
    ("GET", "/platform"): screen.platform,
    ("POST", "/start_recording"): recording.start_recording,
    ("POST", "/end_recording"): recording.end_recording,
}


def answer(guest: Guest, request: Request) -> Response:
    """Answer a request to OSWorld's server for a guest.

    A failure of the guest, or a program that it lacks, is the status 500 with its message, on which
    OSWorld's clients try again.
    """
    endpoint = ENDPOINTS.get((request.method, request.path))
    if endpoint is None:
        known = {path for _, path in ENDPOINTS}
        return (
            Response.text("Method Not Allowed", 405)
            if request.path in known
            else Response.text("Not Found", 404)
        )
    try:
        return endpoint(guest, request)
    except (GuestError, SetupError) as error:
        return Response.json({"status": "error", "message": error.message}, 500)
