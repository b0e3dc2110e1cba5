"""Stopping what the agent left running, tried on processes of this machine and on a guest without any."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

from controller.core.guest import CommandResult
from controller.guests import stop_processes
from controller.guests.fake.provider import FakeProvider
from controller.guests.stopped_processes import pause_processes
from testbed.errors import CommandError, GuestError
from tests.waiting import eventually

UID = 70_000 + os.getpid() % 400_000
"""A user that this machine does not have, nor another run of these tests: below those of containers."""
CHAIN = "next() { echo >>beat; (next) & }; next; sleep 60"


@pytest.fixture
def folder() -> Iterator[Path]:
    """A folder of the user's."""
    with TemporaryDirectory() as text:
        folder = Path(text)
        folder.chmod(0o755)
        os.chown(folder, UID, UID)
        yield folder


@contextmanager
def running(folder: Path, *command: str) -> Iterator[int]:
    with subprocess.Popen(command, cwd=folder, user=UID, group=UID, extra_groups=()) as process:
        try:
            yield process.pid
        finally:
            stop_processes.signal_all(UID, signal.SIGKILL)


def state(pid: int) -> str:
    return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0]


@pytest.mark.root
def test_what_gives_no_evidence_is_stopped_and_runs_on(folder: Path) -> None:
    with running(folder, "sleep", "60") as pid:
        eventually(lambda: stop_processes.program_of(pid).endswith("sleep"), seconds=10, what="it to start")
        (entry,) = stop_processes.stop(UID)
        assert entry[0] == pid
        assert state(pid) == "T"
        assert stop_processes.stop(UID) == [], "what is stopped already stays so"
        stop_processes.let_run([(pid, "another start", "")])
        assert state(pid) == "T", "a later process with the same number is left alone"
        stop_processes.let_run([entry])
        eventually(lambda: state(pid) == "S", seconds=10, what="it to run on")


@pytest.mark.root
def test_one_that_waits_for_its_stopped_child_is_at_rest(folder: Path) -> None:
    program = "import ctypes; c = ctypes.CDLL(None); c.vfork(); c.pause()"
    with running(folder, "/usr/bin/python3", "-I", "-S", "-c", program) as pid:
        eventually(lambda: state(pid) == "D", seconds=10, what="the parent to wait")
        assert len(stop_processes.stop(UID)) == 2


@pytest.mark.root
def test_what_gives_evidence_runs(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(stop_processes, "gives_evidence", lambda _: True)
    with running(folder, "sleep", "60") as pid:
        assert stop_processes.stop(UID) == []
        eventually(lambda: state(pid) == "S", seconds=10, what="it to run on")


@pytest.mark.root
@pytest.mark.parametrize("place", range(3), ids=["real", "effective", "saved"])
def test_one_id_makes_a_process_the_users(place: int) -> None:
    ids = [UID if at == place else UID + 1 for at in range(3)]
    code = f"import os, time\nos.setresuid(*{ids})\nprint(flush=True)\ntime.sleep(60)"
    with subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.PIPE) as process:
        assert process.stdout and process.stdout.readline() == b"\n"
        assert process.pid in stop_processes.user_processes(UID)
        process.kill()


@pytest.mark.root
def test_a_chain_of_processes_does_not_escape(folder: Path) -> None:
    """Each starts the next and ends, faster than all can be looked at."""
    with running(folder, "bash", "-c", CHAIN):
        eventually((folder / "beat").exists, seconds=10, what="the chain to start")
        assert stop_processes.stop(UID)
        written = (folder / "beat").stat().st_size
        time.sleep(0.3)  # what still ran would write meanwhile
        assert (folder / "beat").stat().st_size == written


@pytest.mark.root
def test_a_user_without_processes() -> None:
    assert stop_processes.stop(UID) == []


@pytest.mark.root
def test_a_process_that_does_not_stop(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(stop_processes, "SECONDS", 0.01)
    monkeypatch.setattr(stop_processes, "_state", lambda _: "R")
    with running(folder, "sleep", "60"), pytest.raises(SystemExit, match="cannot be stopped: 1 still run"):
        stop_processes.stop(UID)


def answering(monkeypatch: pytest.MonkeyPatch, code: int, output: bytes, errors: bytes = b"") -> None:
    result = CommandResult(("python3",), code, output, errors)
    monkeypatch.setattr("controller.guests.fake.guest.FakeGuest.run", lambda *_, **__: result)


def test_a_guest_without_processes() -> None:
    with pause_processes(FakeProvider().start()) as programs:
        assert programs == []


def test_what_a_guest_answers(monkeypatch: pytest.MonkeyPatch) -> None:
    guest = FakeProvider().start()
    answering(monkeypatch, 0, b'[[7, "1", "/usr/bin/python3.11"], [8, "1", "/bin/sh"], [9, "1", "/bin/sh"]]')
    with pause_processes(guest) as programs:
        assert programs == ["/bin/sh", "/usr/bin/python3.11"]
    answering(monkeypatch, 1, b"", b"3 still run")
    with pytest.raises(CommandError, match="3 still run"), pause_processes(guest):
        pass
    answering(monkeypatch, 0, b"nonsense")
    with pytest.raises(GuestError, match="printed no list"), pause_processes(guest):
        pass
