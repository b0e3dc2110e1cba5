"""Stopping what the agent left running, tried on processes of this machine and on a guest without any."""

from __future__ import annotations

import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

from controller.core.guest import CommandResult
from controller.guests import stop_processes
from controller.guests.fake.provider import FakeProvider
from controller.guests.stopped_processes import stopped_processes
from testbed.errors import CommandError, GuestError
from tests.waiting import eventually


@pytest.fixture
def sleeper(monkeypatch: pytest.MonkeyPatch) -> Iterator[int]:
    """A process that is all the user has."""
    with subprocess.Popen(["sleep", "60"]) as process:
        monkeypatch.setattr(stop_processes, "user_processes", lambda _: [process.pid])
        yield process.pid
        process.kill()


def state(pid: int) -> str:
    return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0]


def test_what_gives_no_evidence_is_stopped_and_runs_on(sleeper: int) -> None:
    (entry,) = stop_processes.stop(0)
    assert entry[0] == sleeper
    assert state(sleeper) == "T"
    assert stop_processes.stop(0) == []
    stop_processes.let_run([(sleeper, "another start", "")])
    assert state(sleeper) == "T", "a later process with the same number is left alone"
    stop_processes.let_run([entry])
    eventually(lambda: state(sleeper) == "S", seconds=10, what="it to run on")


def test_what_gives_evidence_runs(sleeper: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(stop_processes, "gives_evidence", lambda _: True)
    assert stop_processes.stop(0) == []
    assert state(sleeper) == "S"


def test_what_waits_for_a_stopped_child_is_not_waited_for(
    monkeypatch: pytest.MonkeyPatch, sleeper: int
) -> None:
    """A process between vfork and its child's exec is stopped by its signal only when the child goes on."""
    monkeypatch.setattr(stop_processes, "is_at_rest", lambda _: False)
    monkeypatch.setattr(stop_processes, "_status", lambda _: ["D", *["0"] * 20])
    assert [pid for pid, _, _ in stop_processes.stop(0)] == [sleeper]


def test_processes_that_start_faster_than_they_are_stopped(
    monkeypatch: pytest.MonkeyPatch, sleeper: int
) -> None:
    monkeypatch.setattr(stop_processes, "is_at_rest", lambda _: False)
    monkeypatch.setattr(stop_processes, "runs", lambda _: True)
    monkeypatch.setattr(stop_processes, "SECONDS", 0.01)
    with pytest.raises(SystemExit, match="cannot be stopped: 1 still run"):
        stop_processes.stop(0)


def answering(monkeypatch: pytest.MonkeyPatch, code: int, output: bytes, errors: bytes = b"") -> None:
    result = CommandResult(("python3",), code, output, errors)
    monkeypatch.setattr("controller.guests.fake.guest.FakeGuest.run", lambda *_, **__: result)


def test_a_guest_without_processes() -> None:
    with stopped_processes(FakeProvider().start()) as programs:
        assert programs == []


def test_what_a_guest_answers(monkeypatch: pytest.MonkeyPatch) -> None:
    guest = FakeProvider().start()
    answering(monkeypatch, 0, b'[[7, "1", "/usr/bin/python3.11"], [8, "1", "/bin/sh"], [9, "1", "/bin/sh"]]')
    with stopped_processes(guest) as programs:
        assert programs == ["/bin/sh", "/usr/bin/python3.11"]
    answering(monkeypatch, 1, b"", b"3 still run")
    with pytest.raises(CommandError, match="3 still run"), stopped_processes(guest):
        pass
    answering(monkeypatch, 0, b"nonsense")
    with pytest.raises(GuestError, match="printed no list"), stopped_processes(guest):
        pass
