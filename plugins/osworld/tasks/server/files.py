"""The endpoints for files, folders and the wallpaper."""

from __future__ import annotations

import json
import posixpath
from pathlib import Path

from plugins.osworld.tasks.programs import absolute
from plugins.osworld.tasks.server.commands import PYTHON
from plugins.osworld.tasks.server.message import Request, Response
from testbed.errors import CommandError, FileTooLargeError
from testbed.guests import FILE_LIMIT, HOME, Guest

LARGEST = 8 * FILE_LIMIT
"""Largest file that is sent, in bytes: recordings and archives of tasks are larger than what checkers read."""
LISTING_SECONDS = 60.0
DOWNLOAD_SECONDS = 300.0
BACKGROUND = ("org.gnome.desktop.background", "picture-uri")
_LISTER = (Path(__file__).parent / "in_guest" / "list_folder.py").read_text()


def send_file(guest: Guest, request: Request) -> Response:
    """POST /file: the bytes of the file that the form's `file_path` names; 404 without it."""
    path = request.fields.get("file_path")
    if not path:
        return Response.json({"error": "file_path is required"}, 400)
    try:
        return Response.data(guest.read_file(absolute(str(path)), limit=LARGEST))
    except FileNotFoundError:
        return Response.json({"error": "File not found"}, 404)
    except (CommandError, FileTooLargeError) as error:
        return Response.json({"error": f"Failed to serve file: {error.message}"}, 500)


def upload(guest: Guest, request: Request) -> Response:
    """POST /setup/upload: write the form's `file_data` to its `file_path`, whose folders are created."""
    path, data = request.fields.get("file_path"), request.files.get("file_data")
    if not path or data is None:
        return Response.json({"error": "file_path and file_data are required"}, 400)
    try:
        guest.write_file(absolute(str(path)), data)
    except CommandError as error:
        return Response.json({"error": f"Failed to upload file: {error.message}"}, 500)
    return Response.text(f"File Uploaded: {len(data)} bytes")


def download_file(guest: Guest, request: Request) -> Response:
    """POST /setup/download_file: fetch `url` to `path`, which needs a guest with a network."""
    url, path = request.fields.get("url"), request.fields.get("path")
    if not url or not path:
        return Response.text("Path or URL not supplied!", 400)
    target = absolute(str(path))
    fetch = ["curl", "-fsSL", "--create-dirs", "--output", target, "--url", str(url)]
    done = guest.run(fetch, as_user=True, timeout=DOWNLOAD_SECONDS, check=False)
    if done.exit_code:
        return Response.text(f"Failed to download {url}: {done.text.strip()}", 500)
    return Response.text("File downloaded successfully")


def desktop_path(guest: Guest, request: Request) -> Response:
    """POST /desktop_path: the folder of the desktop's files."""
    del guest, request
    return Response.json({"desktop_path": f"{HOME}/Desktop"})


def list_directory(guest: Guest, request: Request) -> Response:
    """POST /list_directory: what is in the folder `path`, as nested objects."""
    if "path" not in request.fields:
        return Response.json({"error": "Missing 'path' parameter"}, 400)
    command = [PYTHON, "-I", "-c", _LISTER, str(request.fields["path"])]
    listed = guest.run(command, as_user=True, timeout=LISTING_SECONDS * guest.slowness)
    tree = json.loads(listed.stdout)
    if tree is None:
        return Response.json({"error": "The provided path is not a directory"}, 400)
    return Response.json({"directory_tree": tree})


def wallpaper(guest: Guest, request: Request) -> Response:
    """POST /wallpaper: the bytes of the desktop's background."""
    del request
    uri = guest.run(["gsettings", "get", *BACKGROUND], as_user=True).text.strip().strip("'")
    try:
        return Response.data(guest.read_file(uri.removeprefix("file://"), limit=LARGEST), "image/png")
    except (FileNotFoundError, CommandError):
        return Response.text("Wallpaper file not found", 404)


def change_wallpaper(guest: Guest, request: Request) -> Response:
    """POST /setup/change_wallpaper: make the picture `path` the desktop's background."""
    path = request.fields.get("path")
    if not path:
        return Response.text("Path not supplied!", 400)
    target = absolute(str(path))
    if guest.run(["test", "-e", target], as_user=True, check=False).exit_code:
        return Response.text(f"File not found: {target}", 404)
    guest.run(["gsettings", "set", *BACKGROUND, f"file://{posixpath.normpath(target)}"], as_user=True)
    return Response.text("Wallpaper changed successfully")
