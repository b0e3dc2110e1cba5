"""Runs in the guest, as root, under the system's Python: print a page of VLC's HTTP interface.

The port may only be answered by VLC itself: a server that merely listens there is no evidence.
"""

from __future__ import annotations

import base64
import re
import sys
import urllib.request
from pathlib import Path

PORT = 8090
VLC = "/usr/bin/vlc"
LIMIT = 2**20


def listening_programs(port: int) -> set[str]:
    """The programs that hold the listening TCP socket of a port."""
    sockets = set()
    for table in ("/proc/net/tcp", "/proc/net/tcp6"):
        for line in Path(table).read_text().splitlines()[1:]:
            fields = line.split()
            if fields[3] == "0A" and int(fields[1].rpartition(":")[2], 16) == port:
                sockets.add(f"socket:[{fields[9]}]")
    programs = set()
    for handle in Path("/proc").glob("[0-9]*/fd/*"):
        try:
            if str(handle.readlink()) in sockets:
                programs.add(str(handle.parents[1].joinpath("exe").readlink()))
        except OSError:
            continue  # the process or the file has been closed meanwhile
    return programs


def page(name: str) -> bytes:
    """The JSON of a page of VLC's HTTP interface."""
    credentials = base64.b64encode(b":testbed").decode()
    request = urllib.request.Request(
        f"http://127.0.0.1:{PORT}/requests/{name}.json", headers={"Authorization": f"Basic {credentials}"}
    )
    with urllib.request.urlopen(request, timeout=10) as response:
        return bytes(response.read(LIMIT))


if __name__ == "__main__":
    if not re.fullmatch("status|playlist", sys.argv[1]):
        sys.exit("the page is status or playlist")
    holders = listening_programs(PORT)
    if holders != {VLC}:
        print("VLC is not running" if not holders else f"port {PORT} is held by {', '.join(sorted(holders))}")
        sys.exit(3)
    sys.stdout.buffer.write(page(sys.argv[1]))
