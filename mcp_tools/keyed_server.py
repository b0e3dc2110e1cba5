"""The two ends of a server that has keys.

It runs as a user of its own, so that no program of the guest's user can read its keys. systemd starts it at each
connection to its socket (`controller/tasks/added_servers.py` writes the units), with the connection as its input and
output:

    python -m mcp_tools.keyed_server run FILE       becomes the server that the JSON file describes
    python -m mcp_tools.keyed_server connect SOCKET is the server to its client: passes input and output on
"""

from __future__ import annotations

import json
import os
import socket
import sys
import threading
from pathlib import Path
from typing import NoReturn

from mcp_tools.programs import PATH

CHUNK = 65536


def run(file: Path) -> NoReturn:
    """Become the server, with its state in the folder that systemd made for it."""
    described = json.loads(file.read_text())
    state = os.environ["STATE_DIRECTORY"]

    def fill(text: str) -> str:
        return text.replace("{home}", state).replace("{state}", state)

    command = [fill(word) for word in described["command"]]
    own = {name: fill(value) for name, value in described["environment"].items()}
    keys = {name: os.environ[name] for name in described["keys"]}
    os.chdir(state)
    os.execvpe(command[0], command, {"HOME": state, "LANG": "C.UTF-8", "PATH": PATH, **own, **keys})


def connect(path: str) -> None:
    """Pass this process's input to the socket and what comes from there to its output, until that ends."""
    with socket.socket(socket.AF_UNIX) as connection:
        connection.connect(path)
        threading.Thread(target=_send, args=(connection,), daemon=True).start()
        while data := connection.recv(CHUNK):
            sys.stdout.buffer.write(data)
            sys.stdout.buffer.flush()


def _send(connection: socket.socket) -> None:
    while data := os.read(sys.stdin.fileno(), CHUNK):
        connection.sendall(data)
    connection.shutdown(socket.SHUT_WR)


def main() -> None:
    """Do what the command line says."""
    match sys.argv[1:]:
        case ["run", file]:
            run(Path(file))
        case ["connect", path]:
            connect(path)
        case _:
            sys.exit(__doc__)


if __name__ == "__main__":
    main()
