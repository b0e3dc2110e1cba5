"""A Ray cluster under fault injection: a head and a second node of this host, and the faults that hit them."""

from __future__ import annotations

import os
import random
import signal
import threading
from contextlib import ExitStack, suppress
from pathlib import Path

from controller.guests.cluster.node_state import SlotRecord
from tests.chaos import mortal_guests
from tests.chaos.controller_faults import fill, mount_small_disk, unmount
from tests.controller.guests.cluster.ray_nodes import (
    HEAD_IP,
    NodeProcess,
    descendants,
    free_port,
    name_of,
    node,
    slots_below,
)
from tests.waiting import poll

SLOTS = 2
DATA_MIB = 600
"""Size of the second node's disk; a node starts no guest with less than 512 MiB free."""
JOIN_SECONDS = 120.0


class ClusterNodes:
    """A head and a second node; a context manager."""

    def __init__(
        self, place: Path, *, cut_seconds: float, variables: dict[str, str], small_disk: bool
    ) -> None:
        self._place = place
        self._cut_seconds = cut_seconds
        self._small_disk = small_disk
        self._port = free_port()
        self._undo = ExitStack()
        self._variables = variables | mortal_guests.install(place)
        self._ballast = place / "data" / "ballast"
        self._never = threading.Event()
        self.address = f"{HEAD_IP}:{self._port}"

    def __enter__(self) -> ClusterNodes:
        try:
            variables = dict(self._variables)
            if self._small_disk:
                mount_small_disk(self._place / "data", DATA_MIB)
                self._undo.callback(unmount, self._place / "data")
                variables["TESTBED_DATA"] = str(self._place / "data")
            self._head = self._start_head()
            arguments = ("--address", self.address, "--ip", "127.0.0.3", "--max-guests", str(SLOTS))
            second = node(*arguments, variables=variables, provider=mortal_guests.NAME)
            self._second = self._undo.enter_context(second)
            self._second.wait_for("joined")
        except BaseException:
            self._undo.close()
            raise
        return self

    def __exit__(self, *_error: object) -> None:
        self._undo.close()

    def busy_slots(self) -> list[SlotRecord]:
        """The slots of both nodes that have a guest."""
        return [slot for slot in self.slots() if slot.guest]

    def slots(self) -> list[SlotRecord]:
        """The open slots of both nodes."""
        return slots_below(self._head.process.pid, self._second.process.pid)

    def kill_slot(self, rng: random.Random) -> bool:
        """Kill the process of a slot with a guest."""
        slots = self.busy_slots()
        if not slots:
            return False
        with suppress(ProcessLookupError):
            os.kill(rng.choice(slots).pid, signal.SIGKILL)
            return True
        return False

    def kill_guest(self, rng: random.Random) -> bool:
        """Let a guest die."""
        slots = self.busy_slots()
        if not slots:
            return False
        wish = self._place / "deaths" / str(rng.choice(slots).pid)
        wish.touch()
        gone = poll(lambda: not wish.exists(), bool, seconds=5.0)
        wish.unlink(missing_ok=True)
        return gone

    def kill_node(self, _rng: random.Random) -> bool:
        """Kill Ray's process of the second node while a guest is there; it joins again meanwhile."""
        if not self._second_is_busy():
            return False
        raylets = [pid for pid in descendants(self._second.process.pid) if name_of(pid) == "raylet"]
        for pid in raylets:
            _signal(pid, signal.SIGKILL)
        return bool(raylets)

    def cut_node(self, _rng: random.Random) -> bool:
        """Stop all of Ray's processes on the second node for a while: nothing of it answers. It joins again."""
        if not self._second_is_busy():
            return False
        joins, losses = self._count("joined"), self._count("left")
        stopped = descendants(self._second.process.pid)
        for pid in stopped:
            _signal(pid, signal.SIGSTOP)
        self._never.wait(self._cut_seconds)
        for pid in stopped:
            _signal(pid, signal.SIGCONT)
        if poll(lambda: self._count("left") > losses, bool, seconds=15.0):
            self._second.wait_for("joined", times=joins + 1)
        return True

    def restart_head(self, _rng: random.Random) -> bool:
        """Kill the head and start it again; the second node joins it."""
        joins = self._count("joined")
        [server] = [pid for pid in descendants(self._head.process.pid) if name_of(pid) == "gcs_server"]
        os.kill(server, signal.SIGKILL)
        self._head.process.wait(JOIN_SECONDS)
        # Ray starts no head where a process names its address, as those of the second node do until they miss it.
        poll(lambda: not self._raylets_of_second(), bool, seconds=JOIN_SECONDS)
        self._head = self._start_head()
        poll(lambda: self._count("joined") > joins, bool, seconds=JOIN_SECONDS)
        return True

    def _raylets_of_second(self) -> list[int]:
        return [pid for pid in descendants(self._second.process.pid) if name_of(pid) == "raylet"]

    def fill_disk(self, _rng: random.Random) -> bool:
        """Fill the disk of the second node while a guest is there."""
        if not self._second_is_busy():
            return False
        fill(self._ballast)
        return True

    def clear_disk(self) -> None:
        """Make room on the second node again."""
        self._ballast.unlink()

    def hurry(self) -> None:
        """Let the guests be fast: no further fault waits for one that is busy."""
        mortal_guests.hurry(self._place)

    def output(self) -> str:
        """What the nodes have written."""
        return self._head.output.read_text() + self._second.output.read_text()

    def _start_head(self) -> NodeProcess:
        ports = ("--port", str(self._port), "--client-port", str(self._port + 1))
        arguments = ("--head", *ports, "--ip", HEAD_IP, "--max-guests", str(SLOTS))
        started = node(*arguments, variables=self._variables, provider=mortal_guests.NAME)
        head = self._undo.enter_context(started)
        head.wait_for("head of a cluster")
        return head

    def _second_is_busy(self) -> bool:
        return any(slot.guest for slot in slots_below(self._second.process.pid))

    def _count(self, word: str) -> int:
        return self._second.output.read_text().count(word)


def _signal(pid: int, number: signal.Signals) -> None:
    with suppress(ProcessLookupError):
        os.kill(pid, number)
