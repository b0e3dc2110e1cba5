"""Whether an application whose window is there works already: some show one long before."""

from __future__ import annotations

import json
from collections.abc import Sequence

from controller.core.guest import Guest

APPLICATIONS = (
    "libreoffice_calc",
    "libreoffice_writer",
    "libreoffice_impress",
    "code",
    "google_chrome",
    "vlc",
)
"""Applications that a snapshot can have open and idle."""
UNTOLD_WHEN_WARM = frozenset({"google_chrome", "code"})
"""Applications that tell their elements only when accessibility was on as they started."""
_SHELL_READS = "for tty in /dev/pts/[0-9]*; do stty -F $tty | grep -q -e -icanon && exit; done; exit 1"
"""A shell edits its line itself: what is typed before that into the window is lost."""

_CODE_SHOWS = """
import glob, json, os, socket, sys
wanted = set(json.loads(sys.argv[1]))
for path in glob.glob(os.environ["XDG_RUNTIME_DIR"] + "/testbed-code/*.sock"):
    with socket.socket(socket.AF_UNIX) as window:
        window.settimeout(10)
        try:
            window.connect(path)
            window.sendall(b'{"id": 1, "method": "state"}\\n')
            state = json.loads(window.makefile().readline())["result"]
        except (OSError, ValueError):
            continue
    tabs = [tab for group in state["groups"] for tab in group["tabs"]]
    shown = {*state["folders"], state["workspace_file"], *(path for tab in tabs for path in tab["paths"])}
    if wanted <= shown:
        sys.exit()
sys.exit(1)
"""
"""The extensions of a window of VS Code run, and it shows what was opened; one that it replaces may answer still."""


def is_app_ready(app: str, files: Sequence[str], guest: Guest) -> bool:
    """Whether an application, opened with `files`, takes what is done to it. Raises GuestError."""
    match app:
        case "terminal":
            command = ["sh", "-c", _SHELL_READS]
            return guest.run(command, check=False).exit_code == 0
        case "code":
            command = ["/usr/bin/python3", "-I", "-S", "-c", _CODE_SHOWS, json.dumps(list(files))]
            return guest.run(command, as_user=True, check=False, timeout=60).exit_code == 0
    return True
