"""The two ends of a server that runs as a user of its own, so that no program of the guest's user reads its data.

systemd starts it at each connection to its socket, with the connection as its input and output:

    python -m mcp_tools.own_user_server run FILE              becomes the server that the JSON file describes, with keys
    python -m mcp_tools.own_user_server connect SOCKET [LINE] is the server to its client: sends the line, then passes
                                                              input and output on

`controller/tasks/servers.py` writes the units of servers that have keys; those of the project's own servers, which take
their id as the line, are in the image.
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
MODULE = "mcp_tools.own_user_server"


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


def connecting(path: str, first_line: str = "") -> list[str]:
    """Return the arguments of Python with which a program becomes the client's end."""
    return ["-P", "-m", MODULE, "connect", path, *([first_line] if first_line else [])]


def connect(path: str, first_line: str = "") -> None:
    """Pass this process's input to the socket and what comes from there to its output, until that ends."""
    with socket.socket(socket.AF_UNIX) as connection:
        connection.connect(path)
        if first_line:
            connection.sendall(first_line.encode() + b"\n")
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
        case ["connect", path, *line]:
            connect(path, *line)
        case _:
            sys.exit(__doc__)


if __name__ == "__main__":
    main()
