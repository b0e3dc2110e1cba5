"""Containers that CRIU can dump: as those of systemd-nspawn, but for the program that becomes the guest."""

from __future__ import annotations

import base64
from collections.abc import Sequence
from pathlib import Path
from typing import Any, ClassVar

from controller.guests.frozen import launch
from controller.guests.frozen.dumpable import dumpable_files
from controller.guests.frozen.hardening import NO_IO_URING, Hardening
from controller.guests.host_tools import SYSTEM_PATH, host_run
from controller.guests.nspawn import cgroups as nspawn_cgroups
from controller.guests.nspawn import network as nspawn_network
from controller.guests.nspawn.container import HOSTNAME, Container, memory_folders
from controller.guests.nspawn.state import GuestState
from controller.guests.provider import GuestOptions

LOCK = "-N CRIU"
"""The chain of a network's firewall by which CRIU keeps packets from it while it dumps, as `iptables -S` shows it."""
UNLOCK = "*filter\n-D INPUT -j CRIU\n-D OUTPUT -j CRIU\n-F CRIU\n-X CRIU\nCOMMIT\n"
"""What `iptables-restore` takes that chain away by."""
RUN_MIB = 256
ENVIRONMENT = {
    "PATH": SYSTEM_PATH,
    "HOME": "/root",
    "USER": "root",
    "LOGNAME": "root",
    "TERM": "dumb",
    "container": "testbed",
}


def payload_group(name: str) -> Path:
    """The group of the v2 hierarchy that is a guest's root."""
    return nspawn_cgroups.unified_root() / name / "payload"


def _in_network_of(process: int) -> list[str]:
    """What a command begins with that works in the network of a process."""
    return ["nsenter", f"--net=/proc/{process}/ns/net"]


class LaunchedContainer(Container):
    """A container that our own launcher becomes; see `Container`."""

    launcher: ClassVar[str] = launch.__file__
    written_layers: tuple[Path, ...] = ()
    """What the guests that it goes on from have written."""

    def first_process(self) -> int | None:
        """The guest's first process, once its network interface is ready, which is made here."""
        if not (self.state.folder / "leader").exists():
            return None
        leader = next(iter(self._launched()), None)
        if leader is None:
            return None
        if not nspawn_network.interface_exists(self.state.name):
            peer = ["peer", "name", nspawn_network.GUEST_INTERFACE, "netns", str(leader)]
            host_run(["ip", "link", "add", self.state.name, "type", "veth", *peer])
        return leader if nspawn_network.interface_ready(self.state.name) else None

    def leave_network(self) -> None:
        """End the guest's connections with others, which CRIU could not make again, and take its interface away."""
        for leader in self._launched():
            host_run(
                [
                    *_in_network_of(leader),
                    "ss",
                    "--kill",
                    "--tcp",
                    "--udp",
                    "not dst 127.0.0.0/8 and not dst [::1]",
                ]
            )
        nspawn_network.remove_interface(self.state.name)

    def rejoin_network(self) -> None:
        """Undo `leave_network`, however far it came, and what a CRIU that was killed left. Raises GuestError."""
        self.unlock_network()
        nspawn_network.remove_interface(self.state.name)
        self.connect_network()

    def unlock_network(self) -> None:
        """Let packets through where a CRIU that was killed did not."""
        for leader in self._launched():
            inside = _in_network_of(leader)
            for program in ("iptables", "ip6tables"):
                if LOCK in host_run([*inside, program, "--wait", "20", "-S"]):
                    host_run([*inside, f"{program}-restore", "--noflush", "--wait", "20"], stdin=UNLOCK)


class FreezableContainer(LaunchedContainer):
    """One that boots, with what systemd-nspawn takes from its containers taken from it too."""

    def __init__(self, state: GuestState, layers: Sequence[Path], hardening: Hardening) -> None:
        super().__init__(state, layers)
        self._hardening = hardening

    def prepare(self) -> None:
        super().prepare()
        for path, text in dumpable_files(self._layers).items():
            self.place(path, text.encode())

    def _plan(self, options: GuestOptions, unit: str) -> dict[str, Any]:
        state = self.state
        filters = (*self._hardening.filters, NO_IO_URING)
        group = payload_group(state.name)
        group.mkdir()
        nspawn_cgroups.hand_over(group, state.shift)
        folders = {path: f"mode=1777,{size}" for path, size in memory_folders(options).items()}
        return {
            "restore": [],
            "group": f"{state.name}/{group.name}",
            "hostname": HOSTNAME,
            "memory_folders": list({"/run": f"mode=755,size={RUN_MIB}m", **folders}.items()),
            "dropped_capabilities": self._hardening.dropped_capabilities,
            "filters": [base64.b64encode(program).decode() for program in filters],
            "command": ["/lib/systemd/systemd", "--show-status=yes", *([f"--unit={unit}"] if unit else [])],
            "environment": ENVIRONMENT,
        }
