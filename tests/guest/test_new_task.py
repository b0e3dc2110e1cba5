"""The task that `testbed tasks new` makes, proven on a real guest and played by hand."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from controller.guests.nspawn.state import read_states
from controller.guests.provider import Provider
from controller.proofs.validation import prove
from controller.proofs.verdicts import not_proven
from controller.runs.observer import RunObserver
from controller.tasks.selection import Selection, select_tasks
from controller.tasks.skeleton import make_task

pytestmark = pytest.mark.guest


def test_a_new_task_is_proven(provider: Provider, tmp_path: Path) -> None:
    make_task("os/new", tmp_path / "tasks")
    tasks = select_tasks(Selection(), tmp_path / "tasks")
    verdicts = prove(tasks, provider, 1, tmp_path / "records", RunObserver())
    assert {"gui", "mcp", "wrong_word"} <= {verdict.name for verdict in verdicts}
    assert not not_proven(verdicts)


def test_a_task_is_played_by_hand(tmp_path: Path) -> None:
    make_task("os/new", tmp_path / "tasks")
    testbed = str(Path(sys.executable).with_name("testbed"))
    with subprocess.Popen(
        [testbed, "tasks", "play", "os/new", "--provider", "nspawn"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        env={**os.environ, "TESTBED_TASKS": str(tmp_path / "tasks")},
    ) as play:
        assert play.stdin and play.stdout
        printed: list[str] = []

        def read_until(text: str) -> None:
            for line in play.stdout or ():
                printed.append(line)
                if text in line:
                    return
            raise AssertionError(f"{text!r} was not printed:\n{''.join(printed)}")

        read_until("VNC client")
        play.stdin.write("\n")
        play.stdin.flush()
        read_until("score 0")
        (name,) = [state.name for state in read_states() if state.owner_pid == play.pid]
        append = "echo coffee >> /home/user/Documents/note.txt"
        subprocess.run([testbed, "guest", "shell", name, "--user", "--", "sh", "-c", append], check=True)
        play.stdin.write("\n")
        play.stdin.flush()
        read_until("score 1")
        play.stdin.write("q\n")
        play.stdin.flush()
        assert play.wait(timeout=120) == 0
    assert [state.name for state in read_states() if state.owner_pid == play.pid] == []
