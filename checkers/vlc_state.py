"""Runs in the guest, as root, under the system's Python: print a page of VLC's HTTP interface.

The port may only be answered by VLC itself, which serves the pages and runs the scripts of its package.
"""

from __future__ import annotations

import base64
import re
import sys
import urllib.request
from collections.abc import Iterable
from pathlib import Path

from checkers.processes import VLC, NotGenuineError, arguments, holders, require_genuine

PORT = 8090
LIMIT = 2**20
HOME = Path("/home/user")
_OPTION = re.compile(r"-{0,2}(http-src|lua-\w+|plugin-path|data-path|config)\b")
"""Settings that let other pages or scripts answer."""


def require_own_pages(pids: Iterable[int]) -> None:
    """Raise NotGenuineError if VLC takes its pages or scripts from the user."""
    scripts = HOME / ".local/share/vlc/lua"
    if any(path.is_file() or path.is_symlink() for path in (scripts, *scripts.rglob("*"))):
        raise NotGenuineError(f"VLC may answer with scripts of the user's: {scripts}")
    words = [word for pid in pids for word in arguments(pid)[1:]]
    words = [word for word in words if word.startswith("-")] + _settings()
    for word in words:
        if _OPTION.match(word):
            raise NotGenuineError(f"VLC may answer with pages of the user's: {word[:100]}")


def _settings() -> list[str]:
    """The settings that VLC starts with, as `name=value`."""
    file = HOME / ".config/vlc/vlcrc"
    if not file.exists():
        return []
    if not file.is_file() or file.stat().st_size > LIMIT:
        raise NotGenuineError(f"{file} cannot be read")
    return [line for line in file.read_text(errors="replace").splitlines() if line[:1].islower()]


def page(name: str) -> bytes:
    """The JSON of a page of VLC's HTTP interface."""
    credentials = base64.b64encode(b":testbed").decode()
    request = urllib.request.Request(
        f"http://127.0.0.1:{PORT}/requests/{name}.json", headers={"Authorization": f"Basic {credentials}"}
    )
    with urllib.request.urlopen(request, timeout=10) as response:
        return bytes(response.read(LIMIT))


def main(name: str) -> None:
    if not re.fullmatch("status|playlist", name):
        sys.exit("the page is status or playlist")
    pids = holders(PORT)
    if not pids:
        print("VLC is not running")
        sys.exit(3)
    try:
        require_genuine(pids, VLC, f"port {PORT}")
        require_own_pages(pids)
    except NotGenuineError as error:
        print(error)
        sys.exit(3)
    sys.stdout.buffer.write(page(name))


if __name__ == "__main__":
    main(sys.argv[1])
