"""Running the user's command that resets a machine to its snapshot."""

from __future__ import annotations

import os
import signal
import subprocess
import tempfile

from controller.guests.ssh.machines import RemoteMachine
from testbed.errors import GuestBootError, UsageError

_SHOWN_BYTES = 2000


def require_reset_command(machine: RemoteMachine) -> None:
    """Raise UsageError if a machine cannot be reset."""
    if not machine.reset_command:
        raise UsageError(
            f"the machine {machine.name} has been used and cannot be reset: it has no reset command",
            hint="for one more use, prepare it anew; to have it reset, name the command that takes it back to a "
            "snapshot taken after it was prepared: " + machine.prepare_command("--reset-command 'COMMAND'"),
        )


def run_reset_command(machine: RemoteMachine) -> None:
    """Run a machine's reset command by the shell, with TESTBED_MACHINE and TESTBED_ADDRESS in its environment.

    Raises GuestBootError when it fails or takes over its time (it is killed with all it started), UsageError when
    there is none.
    """
    require_reset_command(machine)
    environment = {**os.environ, "TESTBED_MACHINE": machine.name, "TESTBED_ADDRESS": machine.address}
    with tempfile.TemporaryFile() as output:
        process = subprocess.Popen(
            machine.reset_command,
            shell=True,
            stdin=subprocess.DEVNULL,
            stdout=output,
            stderr=output,
            env=environment,
            start_new_session=True,
        )
        try:
            code = process.wait(machine.reset_seconds)
        except subprocess.TimeoutExpired:
            raise GuestBootError(
                f"the reset command of {machine.name} took over {machine.reset_seconds:g} s: {machine.reset_command}"
                + _output_tail(output.fileno()),
                hint="fix the command, or give it more time: --reset-seconds",
            ) from None
        finally:
            _kill(process)
        if code != 0:
            raise GuestBootError(
                f"the reset command of {machine.name} failed with {code}: {machine.reset_command}"
                + _output_tail(output.fileno()),
                hint="try it by hand; another is given by: "
                + machine.prepare_command("--reset-command 'COMMAND'"),
            )


def _kill(process: subprocess.Popen[bytes]) -> None:
    """End a command that still runs, with its children."""
    if process.poll() is None:
        os.killpg(process.pid, signal.SIGKILL)
        process.wait()


def _output_tail(output: int) -> str:
    size = os.fstat(output).st_size
    text = os.pread(output, _SHOWN_BYTES, max(0, size - _SHOWN_BYTES)).decode("utf-8", "replace").strip()
    return f"\n{text}" if text else ""
