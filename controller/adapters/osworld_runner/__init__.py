"""What OSWorld's runners need to use testbed's guests: an import hook, how they find it, and how they are run."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path

from controller.core.interrupts import uninterrupted
from testbed.errors import UsageError

HOOK = Path(__file__).parent / "hook"
SUPERVISOR = Path(__file__).parent / "supervisor.py"
LEASES = "TESTBED_OSWORLD_LEASES"


def runner_environment(leases: Path) -> dict[str, str]:
    """Return the environment of a runner that takes its guests over the socket at `leases`."""
    paths = [str(HOOK), os.environ.get("PYTHONPATH", "")]
    return {**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, paths)), LEASES: str(leases)}


def run_program(command: Sequence[str], environment: Mapping[str, str]) -> int:
    """Run a program and return its exit code as a shell has it; no process that it has started is left.

    Raises UsageError when there is no such program; KeyboardInterrupt when this process is interrupted meanwhile.
    """
    if shutil.which(command[0], path=environment.get("PATH")) is None:
        raise UsageError(f"there is no program {command[0]!r}", hint="write `-- python run.py ...`")
    supervised = [sys.executable, "-I", "-S", str(SUPERVISOR), str(os.getpid()), *command]
    process = subprocess.Popen(supervised, env=dict(environment))
    try:
        return process.wait()
    except BaseException:
        with uninterrupted():
            process.terminate()
            process.wait()
        raise
