"""Runs in the guest, as root, under the system's Python: print a desktop setting or the sound volume.

    desktop_state.py setting SCHEMA KEY     what `gsettings get` prints for the user's database
    desktop_state.py volume                 what `pactl` prints for the default output: its volume, then its mute

Settings are read from the user's file. The sound server must be PipeWire itself, started by itself or by systemd.
"""

from __future__ import annotations

import socket
import subprocess
import sys
import tempfile

from checkers.processes import SOUND, NotGenuineError, bound_holders, peer, require_genuine

CONFIG = "/home/user/.config"
SOUND_SOCKET = "/run/user/1000/pulse/native"
STARTERS = (*SOUND, "/usr/lib/systemd/systemd")
SECONDS = 25


def run(*command: str, **environment: str) -> None:
    """Run a program that knows nothing of the user's but these variables."""
    with tempfile.TemporaryDirectory() as folder:
        own = {"HOME": folder, "XDG_RUNTIME_DIR": folder, "XDG_DATA_HOME": folder, "LC_ALL": "C.UTF-8"}
        done = subprocess.run(
            command, env={"PATH": "/usr/bin:/bin", **own, **environment}, capture_output=True, timeout=SECONDS
        )
    sys.stdout.buffer.write(done.stdout or done.stderr)
    sys.stdout.flush()
    if done.returncode:
        sys.exit(done.returncode)


def main(kind: str, *names: str) -> None:
    if kind == "setting":
        bus = "unix:path=/nonexistent"  # reading needs no bus
        run("/usr/bin/gsettings", "get", *names, XDG_CONFIG_HOME=CONFIG, DBUS_SESSION_BUS_ADDRESS=bus)
        return
    try:
        with socket.socket(socket.AF_UNIX) as connection:
            connection.connect(SOUND_SOCKET)
            require_genuine([peer(connection), *bound_holders(SOUND_SOCKET)], STARTERS, SOUND_SOCKET)
    except (OSError, NotGenuineError) as error:
        print(error)
        sys.exit(3)
    for query in ("get-sink-volume", "get-sink-mute"):
        run("/usr/bin/pactl", query, "@DEFAULT_SINK@", PULSE_SERVER=f"unix:{SOUND_SOCKET}")


if __name__ == "__main__":
    main(*sys.argv[1:])
