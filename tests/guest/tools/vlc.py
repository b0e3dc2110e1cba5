"""VLC in a guest, for tests: its clips, starting and ending it, its own HTTP interface."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from controller.core.guest import HOME
from tests.guest.processes import end_application
from tests.guest.tools.calls import Tools

CLIPS = Path(__file__).parents[3] / "tasks" / "vlc" / "show_third_clip" / "files" / "trip"
FOLDER = f"{HOME}/vlc tools 'ü'"
NAMES = ("a first.mp4", "b #2 'é'.mp4", "c 50% 名.mp4")
VLCRC = f"{HOME}/.config/vlc/vlcrc"
VLC = "osworld_mcp_vlc"
PORT = 8090


def write_clips(tools: Tools) -> list[str]:
    """Write three clips of five minutes, with odd names."""
    paths = []
    for name, source in zip(NAMES, sorted(CLIPS.glob("*.mp4")), strict=False):
        paths.append(f"{FOLDER}/{name}")
        tools.guest.write_file(paths[-1], source.read_bytes())
    return paths


def start(tools: Tools, *files: str) -> None:
    tools.guest.run(["testbed-open", "vlc", *files], as_user=True)
    tools.guest.run(["sh", "-c", "until pgrep -x vlc; do sleep 0.1; done"], timeout=30)


def start_playing(tools: Tools, *files: str) -> None:
    """Start VLC with these files, and perhaps options of the last one, and wait until it plays."""
    start(tools, *files)
    url = f"http://127.0.0.1:{PORT}/requests/status.json"
    playing = f'until curl -s --user :testbed {url} | grep -q \'"state":"playing"\'; do sleep 0.1; done'
    tools.guest.run(["sh", "-c", playing], timeout=60)


def close(tools: Tools) -> None:
    end_application(tools.guest, "vlc", port=PORT)


def raw_status(tools: Tools, query: str = "") -> dict[str, Any]:
    url = f"http://127.0.0.1:{PORT}/requests/status.json{query}"
    return dict(json.loads(tools.guest.run(["curl", "-sSf", "--user", ":testbed", url]).text))


def send_command(tools: Tools, command: str) -> None:
    """Send a command over VLC's HTTP interface."""
    raw_status(tools, f"?command={command}")
