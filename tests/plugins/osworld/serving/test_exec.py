"""`osworld exec`: the exit code of a runner, and the processes that it leaves."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import pytest

from controller.cli.main import call
from controller.core.waiting import wait_until

EXEC = ["osworld", "exec", "--provider", "fake", "--"]
WORKER = """
import os, signal, sys, time
signal.signal(signal.SIGTERM, signal.SIG_IGN)
if os.fork() == 0:
    os.setsid()
    if os.fork() == 0:
        open(sys.argv[1], "a").write(f"{os.getpid()}\\n")
        time.sleep(600)
    os._exit(0)
open(sys.argv[1], "a").write(f"{os.getpid()}\\n")
time.sleep(600)
"""
RUNNER = """
import subprocess, sys, time
subprocess.Popen([sys.executable, sys.argv[1], sys.argv[2]])
open(sys.argv[2], "a").write(f"{__import__('os').getpid()}\\n")
time.sleep(600)
"""
"""As OSWorld's run_multienv: a process a guest, here with one that has left its session."""


def _lives(pid: int) -> bool:
    with suppress(FileNotFoundError):
        return ") Z " not in Path(f"/proc/{pid}/stat").read_text()
    return False


@contextmanager
def running(tmp_path: Path) -> Iterator[tuple[subprocess.Popen[bytes], list[int]]]:
    """The command with a runner, and the processes that the runner has started."""
    (tmp_path / "worker.py").write_text(WORKER)
    (tmp_path / "runner.py").write_text(RUNNER)
    pids = tmp_path / "pids"
    program = [sys.executable, str(tmp_path / "runner.py"), str(tmp_path / "worker.py"), str(pids)]
    process = subprocess.Popen([sys.executable, "-m", "testbed", *EXEC, *program])
    started: list[int] = []

    def all_started() -> bool:
        started[:] = map(int, pids.read_text().split()) if pids.is_file() else []
        return len(started) == 3

    try:
        wait_until(all_started, seconds=60, what="the runner's processes")
        yield process, started
    finally:
        process.kill()
        process.wait()
        for pid in started:
            with suppress(ProcessLookupError):
                os.kill(pid, signal.SIGKILL)


@pytest.mark.slow
@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT, signal.SIGKILL])
def test_a_runner_that_is_ended_leaves_no_process(tmp_path: Path, number: signal.Signals) -> None:
    with running(tmp_path) as (process, started):
        process.send_signal(number)
        assert process.wait(30) == (-signal.SIGKILL if number == signal.SIGKILL else 130)
        # killed itself, it cannot wait for them
        wait_until(lambda: not any(map(_lives, started)), seconds=30, what=f"{started} to end")


@pytest.mark.slow
def test_a_runner_that_dies_leaves_no_process(tmp_path: Path) -> None:
    with running(tmp_path) as (process, started):
        runner = next(pid for pid in started if "runner.py" in _program(pid))
        os.kill(runner, signal.SIGKILL)
        assert process.wait(30) == 137
        assert [pid for pid in started if _lives(pid)] == []


def _program(pid: int) -> str:
    return Path(f"/proc/{pid}/cmdline").read_text().split("\0")[1]


@pytest.mark.parametrize("code", [0, 3])
def test_the_exit_code_is_the_runners(code: int) -> None:
    assert call([*EXEC, sys.executable, "-c", f"raise SystemExit({code})"]) == code


def test_an_unknown_program_is_named(capsys: pytest.CaptureFixture[str]) -> None:
    assert call([*EXEC, "no-such-runner"]) == 2
    assert "there is no program 'no-such-runner'" in capsys.readouterr().err
