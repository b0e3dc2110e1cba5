"""What OSWorld's runners need to use testbed's guests: an import hook, how they find it, and how they are run."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path

from plugins.osworld.tasks.judge.environment import RUNNER, prepared_python
from plugins.osworld.tasks.judge.in_sandbox import missing_packages
from testbed.errors import UsageError
from testbed.extensions import ignore_interrupts

HOOK = Path(__file__).parent / "hook"
SUPERVISOR = Path(__file__).parent / "supervisor.py"
LEASES = "TESTBED_OSWORLD_LEASES"
MISSING_PACKAGES = "TESTBED_OSWORLD_MISSING_PACKAGES"


def runner_environment(leases: Path) -> dict[str, str]:
    """Return the environment of a runner that takes its guests over the socket at `leases`.

    `python` is that of the environment that `osworld prepare --with runner` has made, if there is one.
    """
    prepared = prepared_python([RUNNER])
    programs = [str(prepared.executable.parent)] if prepared else []
    return {
        **os.environ,
        "PATH": os.pathsep.join([*programs, os.environ.get("PATH", os.defpath)]),
        "PYTHONPATH": os.pathsep.join(filter(None, [str(HOOK), os.environ.get("PYTHONPATH", "")])),
        LEASES: str(leases),
        MISSING_PACKAGES: str(Path(missing_packages.__file__)),
    }


def prepared_program(name: str) -> str:
    """Return the path of the program that a name stands for in the environment prepared for runners; "" for others."""
    prepared = prepared_python([RUNNER])
    folder = str(prepared.executable.parent) if prepared else ""
    return (shutil.which(name, path=folder) or "") if folder and os.sep not in name else ""


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
        with ignore_interrupts():
            process.terminate()
            process.wait()
        raise
