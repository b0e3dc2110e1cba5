"""Runs in the guest, as root, under the system's Python: print what each VS Code window's companion says, a line each.

    code_windows.py FOLDER USER

FOLDER has the companions' sockets, which belong to USER. Only a process of VS Code may answer.
"""

from __future__ import annotations

import pwd
import socket
import stat
import sys
import time
from collections.abc import Iterator
from pathlib import Path

from checkers.processes import VS_CODE, NotGenuineError, peer, require_genuine

SECONDS = 10.0
"""A window that loads anew, as after a change of its folders, has no socket for some seconds."""
MAX_WINDOWS = 8
LIMIT = 100_000


def responses(folder: Path, uid: int) -> Iterator[str]:
    for path in sorted(folder.glob("*.sock"))[:MAX_WINDOWS]:
        with socket.socket(socket.AF_UNIX) as connection:
            connection.settimeout(15)
            response = b""
            try:
                status = path.lstat()
                if not stat.S_ISSOCK(status.st_mode) or status.st_uid != uid:
                    raise NotGenuineError(f"{path} is no socket of the user's")
                connection.connect(str(path))
                require_genuine([peer(connection)], VS_CODE, str(path))
                connection.sendall(b'{"id": 1, "method": "state"}\n')
                while not response.endswith(b"\n") and len(response) < LIMIT:
                    chunk = connection.recv(65536)
                    if not chunk:
                        break
                    response += chunk
            except OSError:
                continue  # a window that was closed leaves its socket
            yield response.decode("utf-8", "replace").strip()


def main(folder: Path, user: str) -> None:
    uid = pwd.getpwnam(user).pw_uid
    deadline = time.monotonic() + SECONDS
    try:
        while not (lines := list(responses(folder, uid))) and time.monotonic() < deadline:
            time.sleep(0.2)
    except NotGenuineError as error:
        print(error)
        sys.exit(3)
    print("\n".join(lines), end="")


if __name__ == "__main__":
    main(Path(sys.argv[1]), sys.argv[2])
