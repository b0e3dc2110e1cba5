"""The endpoints of the screen's recording: ffmpeg in the guest, as a unit of the user's session."""

from __future__ import annotations

import time

from plugins.osworld.tasks.screen_size import screen_size
from plugins.osworld.tasks.server.files import LARGEST
from plugins.osworld.tasks.server.message import Request, Response
from testbed.errors import CommandError, FileTooLargeError
from testbed.guests import Guest

UNIT = "testbed-osworld-recording"
FILE = "/tmp/testbed-osworld-recording.mp4"
START_SECONDS = 10.0
STOP_SECONDS = 30.0
POLL_SECONDS = 0.1


def start_recording(guest: Guest, request: Request) -> Response:
    """POST /start_recording: record the screen from now on, 30 pictures a second, H.264."""
    del request
    if _is_active(guest):
        return Response.json({"status": "error", "message": "Recording is already in progress."}, 400)
    width, height = screen_size(guest)
    recorder = ["ffmpeg", "-y", "-loglevel", "error", "-f", "x11grab", "-draw_mouse", "1", "-framerate", "30"]
    recorder += [
        "-video_size",
        f"{width}x{height}",
        "-i",
        ":0.0",
        "-c:v",
        "libx264",
        "-preset",
        "ultrafast",
        FILE,
    ]
    unit = [
        "systemd-run",
        "--user",
        "--quiet",
        "--collect",
        f"--unit={UNIT}",
        "--property=KillSignal=SIGINT",
        "--",
    ]
    guest.run(["rm", "-f", FILE], as_user=True)
    guest.run([*unit, *recorder], as_user=True)
    deadline = time.monotonic() + START_SECONDS * guest.slowness
    while guest.run(["test", "-s", FILE], as_user=True, check=False).exit_code:
        if not _is_active(guest) or time.monotonic() > deadline:
            message = "Failed to start recording. ffmpeg terminated unexpectedly."
            return Response.json({"status": "error", "message": message}, 500)
        time.sleep(POLL_SECONDS)
    return Response.json({"status": "success", "message": "Started recording successfully."})


def end_recording(guest: Guest, request: Request) -> Response:
    """POST /end_recording: the recording, as an MP4 file."""
    del request
    if not _is_active(guest):
        return Response.json({"status": "error", "message": "No recording in progress to stop."}, 400)
    stop = ["systemctl", "--user", "stop", UNIT]
    guest.run(stop, as_user=True, check=False, timeout=STOP_SECONDS * guest.slowness)
    try:
        return Response.data(guest.read_file(FILE, limit=LARGEST), "video/mp4")
    except (FileNotFoundError, CommandError, FileTooLargeError) as error:
        return Response.text(f"Recording failed. The output file cannot be read: {error}", 500)
    finally:
        guest.run(["rm", "-f", FILE], as_user=True, check=False)


def _is_active(guest: Guest) -> bool:
    state = guest.run(["systemctl", "--user", "is-active", "--quiet", UNIT], as_user=True, check=False)
    return state.exit_code == 0
