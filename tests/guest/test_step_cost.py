"""scripts/bench/step_cost.py measures a guest and, as its peer, a server with OSWorld's protocol inside another."""

from __future__ import annotations

import json
import subprocess
import sys
from contextlib import ExitStack
from pathlib import Path
from urllib.request import urlopen

import pytest

from controller.core.guest import HOME, Guest
from controller.guests.link.access import connect_guest, find_access
from tests.guest.forwarded_port import forwarded_port
from tests.waiting import eventually

pytestmark = pytest.mark.guest

ROOT = Path(__file__).parents[2]
PORT = 5000
PYTHON = "/opt/testbed/venv/bin/python"


def test_a_peer_inside_a_guest_stands_beside_ours(guest: Guest) -> None:
    program = f"{HOME}/osworld_server.py"
    guest.write_file(program, (Path(__file__).parent / "osworld_server.py").read_bytes())
    guest.run(["systemd-run", "--user", PYTHON, program, str(PORT)], as_user=True)
    connection = connect_guest(find_access(guest.name))
    with ExitStack() as stack:
        stack.callback(connection.disconnect)
        port = stack.enter_context(forwarded_port(connection.ssh, PORT))
        url = f"http://127.0.0.1:{port}"

        def is_up() -> bool:
            try:
                with urlopen(f"{url}/accessibility", timeout=10) as answer:
                    return bool(answer.status == 200)
            except OSError:
                return False

        eventually(is_up, seconds=30, what=lambda: f"{url} to answer")
        command = [sys.executable, "scripts/bench/step_cost.py", "--peer", url, "--times", "5", "--json"]
        done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False, timeout=240)
    assert done.returncode == 0, done.stderr
    rows = json.loads(done.stdout)
    assert rows["guest"].keys() == rows["peer"].keys() == {"screenshot", "click", "command", "accessibility"}
    assert all(row["n"] == 5 and row["median_ms"] > 0 for side in rows.values() for row in side.values())
