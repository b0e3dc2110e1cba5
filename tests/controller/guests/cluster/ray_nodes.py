"""Nodes of a Ray cluster on this host, as `testbed node start` makes them, and their ends."""

from __future__ import annotations

import os
import random
import signal
import socket
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from controller.guests.cluster.node_state import NodeState, SlotRecord
from controller.guests.link.host_state import states_folder
from tests.waiting import eventually

ROOT = Path(__file__).parents[4]
TASKS = ROOT / "tests" / "controller" / "data" / "tasks"
HEAD_IP = "127.0.0.2"
"""Ray takes 127.0.0.1 for an address of the network."""
TOKEN = "0123456789abcdef0123456789abcdef"


@dataclass(frozen=True, slots=True)
class NodeProcess:
    """A node: its `testbed node start`, and the file with what it wrote."""

    process: subprocess.Popen[bytes]
    output: Path

    def wait_for(self, text: str, times: int = 1) -> None:
        """Wait until it has written a text so many times."""
        eventually(
            lambda: self.output.read_text().count(text) >= times or self.process.poll() is not None,
            what=lambda: f"{text!r} in {self.output.read_text()!r}",
            seconds=90,
        )
        assert self.output.read_text().count(text) >= times, self.output.read_text()

    def kill(self) -> None:
        """Kill the node itself: Ray's own process, on which all others of the node depend."""
        os.kill(self.raylet(), signal.SIGKILL)

    def raylet(self) -> int:
        """The process of the node that starts and ends the slots'."""
        [raylet] = [pid for pid in descendants(self.process.pid) if name_of(pid) == "raylet"]
        return raylet


@dataclass(frozen=True, slots=True)
class RayCluster:
    """A cluster of this host: a head and a second node."""

    address: str
    client_address: str
    head: NodeProcess
    second: NodeProcess

    def slots(self) -> list[SlotRecord]:
        """The open slots of both nodes."""
        return slots_below(self.head.process.pid, self.second.process.pid)


def environment(token: str = TOKEN) -> dict[str, str]:
    """The environment of nodes and drivers: the cluster's token, if there is one, and no key of a model."""
    return os.environ | ({"RAY_AUTH_TOKEN": token} if token else {}) | {"TESTBED_TASKS": str(TASKS)}


@contextmanager
def node(
    *arguments: str,
    variables: Mapping[str, str] | None = None,
    provider: str = "fake",
    token: str = TOKEN,
) -> Iterator[NodeProcess]:
    """Run `testbed node start`, with further environment variables."""
    with tempfile.TemporaryDirectory(prefix="testbed-node-test-") as folder:
        output = Path(folder) / "output"
        command = [sys.executable, "-m", "testbed", "node", "start", "--provider", provider, *arguments]
        with output.open("wb") as written:
            process = subprocess.Popen(
                command,
                stdout=written,
                stderr=subprocess.STDOUT,
                env=environment(token) | (variables or {}),
                cwd=ROOT,
            )
        try:
            yield NodeProcess(process, output)
        finally:
            process.terminate()
            process.wait(60)


@contextmanager
def two_nodes(slots: int = 2, second_variables: Mapping[str, str] | None = None) -> Iterator[RayCluster]:
    """Run a head and a second node, each with so many slots."""
    port = free_port()
    client_port = port + 1
    address = f"{HEAD_IP}:{port}"
    ports = ("--port", str(port), "--client-port", str(client_port))
    number = ("--max-guests", str(slots))
    with node("--head", *ports, "--ip", HEAD_IP, *number) as head:
        head.wait_for("head of a cluster")
        with node("--address", address, "--ip", "127.0.0.3", *number, variables=second_variables) as second:
            second.wait_for("joined")
            yield RayCluster(address, f"ray://{HEAD_IP}:{client_port}", head, second)


def free_port() -> int:
    """A free port, with a free one after it, below those that Ray's own workers take."""
    while True:
        port = random.randrange(7000, 9999)
        if not any(_answers(number) for number in (port, port + 1)):
            return port


def _answers(port: int) -> bool:
    with socket.socket() as tried:
        return not tried.connect_ex((HEAD_IP, port))


def slots_below(*ancestors: int) -> list[SlotRecord]:
    """The open slots that these processes or those they started run. Other clusters of this host have their own."""
    folder = states_folder() / "cluster"
    states = [NodeState(key.name) for key in folder.iterdir()] if folder.exists() else []
    records = [record for state in states for record in state.slots()]
    below = {pid for ancestor in ancestors for pid in descendants(ancestor)}
    return [record for record in records if record.alive and record.pid in below]


def descendants(pid: int) -> list[int]:
    """The processes that a process has started, and those they have started."""
    children: dict[int, list[int]] = {}
    for folder in Path("/proc").iterdir():
        if folder.name.isdigit() and (status := _read(folder / "stat")):
            children.setdefault(int(status.rpartition(")")[2].split()[1]), []).append(int(folder.name))
    found: list[int] = []
    waiting = [pid]
    while waiting:
        below = children.get(waiting.pop(), [])
        found += below
        waiting += below
    return found


def name_of(pid: int) -> str:
    """The name of a process; "" if it is gone."""
    return _read(Path(f"/proc/{pid}/comm")).strip()


def _read(file: Path) -> str:
    try:
        return file.read_text()
    except (FileNotFoundError, ProcessLookupError):
        return ""
