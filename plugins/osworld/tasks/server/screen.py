"""The endpoints that return what is on the screen."""

from __future__ import annotations

import json

from plugins.osworld.tasks.accessibility import accessibility_xml, terminal_json
from plugins.osworld.tasks.screen_size import screen_size
from plugins.osworld.tasks.server.message import Request, Response
from testbed.errors import CommandError, GuestError
from testbed.guests import Guest


def screenshot(guest: Guest, request: Request) -> Response:
    """GET /screenshot: a PNG with the pointer in it, as soon as the screen has settled."""
    del request
    answer = guest.call_tool("computer.screenshot", {})
    if answer.is_error or not answer.images:
        raise GuestError(f"no screenshot: {answer.text[:500]}")
    return Response.data(answer.images[0], "image/png")


def accessibility(guest: Guest, request: Request) -> Response:
    """GET /accessibility: `AT`, the XML of the accessibility tree."""
    del request
    return Response.json({"AT": accessibility_xml(guest).decode("utf-8", "replace")})


def terminal(guest: Guest, request: Request) -> Response:
    """GET /terminal: `output`, the text of the terminal that has the focus, or null."""
    del request
    try:
        return Response.json({"output": json.loads(terminal_json(guest)), "status": "success"})
    except (CommandError, ValueError) as error:
        return Response.json({"status": "error", "message": str(error)}, 500)


def size(guest: Guest, request: Request) -> Response:
    """POST /screen_size: width and height in pixels."""
    del request
    width, height = screen_size(guest)
    return Response.json({"width": width, "height": height})


def window_size(guest: Guest, request: Request) -> Response:
    """POST /window_size: width and height of a window of the class that the form's `app_class_name` names."""
    name = request.fields.get("app_class_name")
    if not name:
        return Response.json({"error": "app_class_name is required"}, 400)
    pattern = f"^{name}$"
    for option in ("--class", "--classname"):
        search = ["xdotool", "search", "--onlyvisible", option, pattern]
        found = guest.run(search, as_user=True, check=False).text.split()
        if found:
            lines = guest.run(["xdotool", "getwindowgeometry", "--shell", found[0]], as_user=True).text
            values = dict(line.split("=", 1) for line in lines.splitlines() if "=" in line)
            return Response.json({"width": int(values["WIDTH"]), "height": int(values["HEIGHT"])})
    return Response.json({"error": f"no window has the class {name}"}, 404)


def cursor_position(guest: Guest, request: Request) -> Response:
    """GET /cursor_position: the pointer's place as [x, y]."""
    del request
    answer = guest.call_tool("computer.cursor_position", {})
    if answer.is_error or answer.structured is None:
        raise GuestError(f"no position of the pointer: {answer.text[:500]}")
    return Response.json([answer.structured["x"], answer.structured["y"]])


def platform(guest: Guest, request: Request) -> Response:
    """GET /platform."""
    del guest, request
    return Response.text("Linux")
