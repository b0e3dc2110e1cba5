"""Which processes an application's work is read from, and in which states it goes on."""

from __future__ import annotations

import os
import signal
import subprocess
from pathlib import Path

import pytest

from mcp_tools.computer.process_activity import busiest_state, is_working, wait_until_quiet
from tests.waiting import eventually


def add(proc: Path, pid: int, parent: int, state: str, command: str = "soffice.bin") -> None:
    (proc / str(pid)).mkdir(parents=True)
    (proc / str(pid) / "stat").write_text(f"{pid} ({command}) {state} {parent} 1 1 0 -1 4194560 0\n")


@pytest.mark.parametrize("state", ["R", "D", "T"])
def test_a_descendant_that_runs_or_is_held_up_is_work(tmp_path: Path, state: str) -> None:
    add(tmp_path, 10, 1, "S")
    add(tmp_path, 11, 10, "S", command="a (b) R 1")
    add(tmp_path, 12, 11, state)
    assert is_working(10, tmp_path) and is_working(11, tmp_path)


def test_others_and_the_dead_are_no_work(tmp_path: Path) -> None:
    add(tmp_path, 10, 1, "S")
    add(tmp_path, 11, 10, "Z")
    add(tmp_path, 20, 1, "R")
    (tmp_path / "self").mkdir()
    (tmp_path / "30").mkdir()  # a process that ended while the folder was read
    assert not is_working(10, tmp_path)
    assert not is_working(99, tmp_path)
    assert wait_until_quiet(10, 5.0, tmp_path)


@pytest.mark.parametrize(
    ("states", "busiest"),
    [({10: "S", 11: "S"}, "S"), ({10: "R", 11: "S"}, "R"), ({10: "R", 11: "T"}, "T"), ({}, "S")],
)
def test_the_busiest_of_several_processes(tmp_path: Path, states: dict[int, str], busiest: str) -> None:
    for pid, state in states.items():
        add(tmp_path, pid, 1, state)
    assert busiest_state([10, 11], 0.05, tmp_path) == busiest


def test_waiting_for_a_stopped_process_ends_at_the_limit_or_when_it_goes_on() -> None:
    with subprocess.Popen(["sleep", "60"]) as sleeper:
        try:
            os.kill(sleeper.pid, signal.SIGSTOP)
            eventually(lambda: is_working(sleeper.pid), seconds=10, what="the process to be stopped")
            assert not wait_until_quiet(sleeper.pid, 0.05)
            os.kill(sleeper.pid, signal.SIGCONT)
            assert wait_until_quiet(sleeper.pid, 10.0)
        finally:
            sleeper.kill()
