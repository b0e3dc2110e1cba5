"""Guests on machines that already run and are reached by ssh, made ready by `testbed guest prepare`.

A machine serves as one guest. After that its reset command must take it back to a state after it was prepared. A file
on the machine shows whether it has been used: it is written when the machine becomes a guest, and a reset removes it.
"""

from __future__ import annotations

import contextlib
import itertools
import shlex
import threading
from collections.abc import Callable, Sequence
from contextlib import closing
from dataclasses import dataclass
from functools import partial
from typing import TypeVar

from controller.core.guest import Guest
from controller.core.waiting import wait_until
from controller.guests.booting import require_snapshot
from controller.guests.link.access import GuestAccess, publish, set_activity, withdraw
from controller.guests.link.mcp_link import McpLink
from controller.guests.link.ready import wait_for_desktop
from controller.guests.link.ssh import SshConnection
from controller.guests.link.ssh_guest import SshGuest
from controller.guests.provider import DESKTOP, GuestOptions
from controller.guests.screen_size import display_settings
from controller.guests.ssh.login import require_silent_shell
from controller.guests.ssh.machines import RemoteMachine, claim
from controller.guests.ssh.provision import PREPARED_FILE, USED_FILE
from controller.guests.ssh.reset import require_reset_command, run_reset_command
from testbed.errors import (
    GuestBootError,
    GuestConnectionError,
    GuestError,
    GuestTimeoutError,
    HostKeyError,
    ImageError,
    LoginError,
    UsageError,
)
from vm_images.machine import prepared_hash
from vm_images.profile import load_profile

DESKTOP_SECONDS = 300.0
"""How long a machine may take, after its reset command, until ssh answers, and then until its desktop is usable."""
GIVEN_BACK_SECONDS = 60.0
"""How long a start waits for a machine that another thread is just giving back."""

_ANSWER_SECONDS = 20.0
_READ_STATE = f"if [ -e {USED_FILE} ]; then echo used; else echo fresh; fi; cat {PREPARED_FILE} 2>/dev/null"
_MARK_USED = f"mkdir -p {USED_FILE.rpartition('/')[0]} && date >{USED_FILE} && sync {USED_FILE}"
_SET_SCREEN = """
set -eu
wanted=$1 file=/etc/testbed/display.env
[ "$(cat $file 2>/dev/null || echo GEOMETRY=1280x720)" != "$wanted" ] || exit 0
echo "$wanted" >$file
systemctl restart xserver.service desktop.service
"""
Value = TypeVar("Value")


@dataclass(frozen=True, slots=True)
class _MachineState:
    """The state that a machine reports."""

    used: bool
    prepared: str


class SshProvider:
    """A provider of machines, each of which is one guest at a time; see `Provider`."""

    name = "ssh"

    def __init__(self, machines: Sequence[RemoteMachine], options: GuestOptions | None = None) -> None:
        self._options = options or GuestOptions()
        self._image_hash = _common_hash(machines)
        self._claims = contextlib.ExitStack()
        self._free = list(machines)
        self._max_guests = len(machines)
        self._guests: dict[str, tuple[RemoteMachine, SshGuest]] = {}
        self._changed = threading.Condition()
        self._numbers = itertools.count(1)
        self._given_up = threading.Event()
        with contextlib.ExitStack() as claims:
            for machine in machines:
                claims.enter_context(claim(machine.name))
            self._claims = claims.pop_all()

    @property
    def max_guests(self) -> int | None:
        return self._max_guests

    @property
    def guest_memory_mib(self) -> int:
        return 0

    @property
    def snapshots(self) -> frozenset[str]:
        return frozenset({DESKTOP})

    @property
    def image_hash(self) -> str:
        return self._image_hash

    def start(self, snapshot: str = DESKTOP) -> Guest:
        """Start a guest on a free machine, which is reset before unless it is unused; see `Provider.start`.

        Raises also UsageError when the machine is used and has no reset command, ImageError when it was prepared
        with another recipe.
        """
        require_snapshot(self, snapshot)
        machine = self._take()
        return self._give_out(machine, lambda: self._make_unused(machine))

    def reset(self, guest: Guest, snapshot: str = DESKTOP) -> Guest:
        """Reset the machine of a guest; see `Provider.reset` and `start`."""
        require_snapshot(self, snapshot)
        with self._changed:
            machine, old = self._guests.pop(guest.name)
        _disconnect(old)
        return self._give_out(machine, lambda: _reset(machine, self._given_up))

    def stop(self, guest: Guest) -> None:
        """Disconnect from a machine, which stays as it is until its next use; see `Provider.stop`."""
        with self._changed:
            running = self._guests.pop(guest.name, None)
        if running:
            machine, ssh_guest = running
            _disconnect(ssh_guest)
            self._put_back(machine)

    def stop_waiting(self) -> None:
        """Give up waiting for machines; a reset command that runs is not ended. See `WaitingProvider.stop_waiting`."""
        given_up, self._given_up = self._given_up, threading.Event()
        given_up.set()

    def close(self) -> None:
        """Disconnect from all machines; see `Provider.close`."""
        with self._changed:
            guests = [guest for _, guest in self._guests.values()]
        for guest in guests:
            self.stop(guest)
        self._claims.close()

    def _take(self) -> RemoteMachine:
        with self._changed:
            if not self._changed.wait_for(lambda: self._free, GIVEN_BACK_SECONDS):
                raise UsageError(
                    f"all {self._max_guests} machines are in use, and one more guest was requested",
                    hint="name more machines (--provider ssh:HOST,HOST2), or ask for fewer guests",
                )
            return self._free.pop(0)

    def _put_back(self, machine: RemoteMachine) -> None:
        with self._changed:
            self._free.append(machine)
            self._changed.notify()

    def _give_out(self, machine: RemoteMachine, make_unused: Callable[[], _MachineState]) -> Guest:
        try:
            _require_prepared(machine, make_unused())
            guest = self._connect(machine)
        except BaseException:
            self._put_back(machine)
            raise
        with self._changed:
            self._guests[guest.name] = (machine, guest)
        return guest

    def _make_unused(self, machine: RemoteMachine) -> _MachineState:
        """Return the state of an unused machine; reset it first if it is used or does not answer."""
        try:
            state = _read_state(machine)
        except (HostKeyError, LoginError) as error:
            raise _refusal(machine, error) from error
        except (GuestConnectionError, GuestTimeoutError) as error:
            if not machine.reset_command:
                raise GuestBootError(
                    f"the machine {machine.name} cannot be reached: {error.message}",
                    hint="check that it runs; with a reset command testbed would reset it now",
                ) from error
            return _reset(machine, self._given_up)
        return _reset(machine, self._given_up) if state.used else state

    def _connect(self, machine: RemoteMachine) -> SshGuest:
        ssh = machine.connection()
        name = f"{machine.name}-{next(self._numbers)}"
        guest = remote_guest(name, machine, ssh)
        try:
            publish(_access(guest.name, machine))
            _command(ssh, _MARK_USED)
            screen = self._options.width, self._options.height, self._options.scale
            wanted = shlex.quote(display_settings(*screen).strip())
            _command(ssh, f"sh -c '{_SET_SCREEN}' screen {wanted}")
            wait = partial(wait_alive, cancel=self._given_up)
            wait_for_desktop(guest, wait, seconds=DESKTOP_SECONDS)
        except BaseException as error:
            _disconnect(guest)
            if isinstance(error, GuestError) and not isinstance(error, GuestBootError):
                raise GuestBootError(
                    f"the machine {machine.name} did not come up: {error.message}"
                ) from error
            raise
        set_activity(guest.name, "")
        return guest


def remote_guest(name: str, machine: RemoteMachine, ssh: SshConnection) -> SshGuest:
    """A machine as a guest."""

    def journal(lines: int) -> str:
        try:
            output = ssh.run(f"journalctl --boot --no-pager --lines={lines}", timeout=_ANSWER_SECONDS)
        except GuestError as error:
            return f"(no journal: {error.message})"
        return output.stdout.decode("utf-8", "replace")

    return SshGuest(name, ssh, McpLink(ssh.open_tunnel, machine.token), journal)


def wait_alive(
    condition: Callable[[], Value | None],
    seconds: float,
    what: str,
    every: float = 0.02,
    cancel: threading.Event | None = None,
) -> Value:
    """Wait for a condition on a machine. Raises GuestBootError when time runs out, CancelledError."""
    try:
        return wait_until(condition, seconds=seconds, what=what, every=every, cancel=cancel)
    except GuestTimeoutError as error:
        raise GuestBootError(error.message) from error


def _reset(machine: RemoteMachine, given_up: threading.Event) -> _MachineState:
    """Run the reset command and wait until the machine answers, unused.

    Raises UsageError, GuestBootError; CancelledError when the wait is given up.
    """
    require_reset_command(machine)
    run_reset_command(machine)
    reason = ""

    def read_unused() -> _MachineState | None:
        nonlocal reason
        try:
            state = _read_state(machine)
        except (HostKeyError, LoginError) as error:
            raise _refusal(machine, error) from error
        except GuestError as error:
            reason = f"it does not answer: {error.message}"
            return None
        reason = f"it is still marked as used ({USED_FILE})"
        return None if state.used else state

    try:
        return wait_until(
            read_unused, seconds=DESKTOP_SECONDS, what="an unused machine", every=0.5, cancel=given_up
        )
    except GuestTimeoutError:
        raise GuestBootError(
            f"the reset command of {machine.name} succeeded, but {DESKTOP_SECONDS:g} s later {reason}",
            hint="its snapshot must be taken after the machine was prepared and before it was used",
        ) from None


def _read_state(machine: RemoteMachine) -> _MachineState:
    with closing(machine.connection()) as ssh:
        require_silent_shell(ssh, "root", machine.name)
        lines = ssh.run(_READ_STATE, timeout=_ANSWER_SECONDS).stdout.decode("utf-8", "replace").split()
    if not lines:
        raise GuestConnectionError(f"the machine {machine.name} does not report its state")
    return _MachineState(lines[0] == "used", lines[1] if len(lines) > 1 else "")


def _require_prepared(machine: RemoteMachine, state: _MachineState) -> None:
    if state.prepared != machine.prepared:
        was = f"with another recipe ({state.prepared[:12]})" if state.prepared else "never, or not to the end"
        raise ImageError(
            f"the machine {machine.name} was prepared {was}, not {machine.prepared[:12]}",
            hint=f"prepare it again and take its snapshot anew: {machine.prepare_command()}",
        )


def _common_hash(machines: Sequence[RemoteMachine]) -> str:
    """The one hash of what is installed on all machines. Raises ImageError if they differ or are out of date."""
    for machine in machines:
        expected = prepared_hash(load_profile(machine.profile)) if machine.profile else ""
        if not machine.prepared or machine.prepared != expected:
            older = "with an older recipe" if machine.prepared else "not to the end"
            raise ImageError(
                f"the machine {machine.name} was prepared {older}",
                hint=f"prepare it again and take its snapshot anew: {machine.prepare_command()}",
            )
    hashes = {machine.prepared for machine in machines}
    if len(hashes) > 1:
        listed = ", ".join(f"{machine.name}: {machine.profile}" for machine in machines)
        raise ImageError(f"the machines differ ({listed})", hint="use machines of one distribution in a run")
    return hashes.pop()


def _refusal(machine: RemoteMachine, error: GuestConnectionError) -> GuestBootError:
    hint = (
        "if that is intended, trust the new key: " + machine.prepare_command("--fingerprint SHA256:...")
        if isinstance(error, HostKeyError)
        else f"authorize testbed's key again: {machine.prepare_command()}"
    )
    return GuestBootError(f"the machine {machine.name} cannot be used: {error.message}", hint=hint)


def _access(name: str, machine: RemoteMachine) -> GuestAccess:
    return GuestAccess(
        provider="ssh",
        name=name,
        address=machine.address,
        port=machine.port,
        user_key=machine.private_key,
        host_key=machine.host_key,
        token=machine.token,
        image=machine.prepared,
        doing="booting",
    )


def _disconnect(guest: SshGuest) -> None:
    withdraw(guest.name)
    guest.disconnect()


def _command(ssh: SshConnection, command: str) -> None:
    output = ssh.run(command, timeout=_ANSWER_SECONDS * 3)
    if output.exit_code != 0:
        message = (output.stderr or output.stdout).decode("utf-8", "replace").strip()
        raise GuestBootError(f"a command failed with {output.exit_code}: {message}")
