"""One guest as the host sees it: a folder with its overlay, a process tree, a network interface."""

from __future__ import annotations

import contextlib
import json
import os
import socket
import subprocess
import sys
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from pathlib import Path
from typing import Any, ClassVar, TypeVar

from controller.guests.booting import Booting
from controller.guests.host_tools import SYSTEM_PATH, host_run
from controller.guests.link import access as guest_access
from controller.guests.network_access import NetworkAccess, parse_network
from controller.guests.nspawn import cgroups as nspawn_cgroups
from controller.guests.nspawn import disk as nspawn_disk
from controller.guests.nspawn import internet as nspawn_internet
from controller.guests.nspawn import launch as nspawn_launch
from controller.guests.nspawn import network as nspawn_network
from controller.guests.nspawn import propagation as nspawn_propagation
from controller.guests.nspawn.state import UIDS, GuestState
from controller.guests.provider import GuestOptions

HOSTNAME = "testbed"
Value = TypeVar("Value")

_NAMESPACES = (
    *("setpriv", "--pdeathsig", "KILL", "--"),
    *(
        "unshare",
        "--mount",
        "--pid",
        "--fork",
        "--kill-child=KILL",
        "--mount-proc",
        "--propagation",
        "slave",
        "--",
    ),
)
"""systemd-nspawn is the first process of a pid namespace: when it dies the kernel kills the whole guest, and it
dies with `unshare`, which dies with the controller's starter thread."""


class Container(Booting):
    """Everything of a guest that is neither ssh nor MCP. Made for one boot."""

    launcher: ClassVar[str] = nspawn_launch.__file__
    """The program that becomes the guest."""
    seconds_to_begin: ClassVar[float] = 30.0
    """How long it may take until the guest's first process runs."""

    def __init__(self, state: GuestState, layers: Sequence[Path]) -> None:
        super().__init__(state.name, state.folder / "console.log")
        self.state = state
        self._layers = layers
        self._process: subprocess.Popen[bytes] | None = None
        self._network = NetworkAccess()
        self._resolver: subprocess.Popen[bytes] | None = None

    def prepare(self) -> None:
        """Make the overlay's folders, all owned by the guest's root."""
        folder = self.state.folder
        for name in ("root", "lower", "rw", "rw/upper", "rw/work"):
            (folder / name).mkdir(mode=0o755)
        for name in ("rw/upper", "rw/work"):
            os.chown(folder / name, self.state.shift, self.state.shift)

    def place(self, path: str, data: bytes, *, uid: int = 0, mode: int = 0o644) -> None:
        """Put a file into the overlay before boot; folders look as they do in the image."""
        target = self.state.folder / "rw/upper" / path.lstrip("/")
        self._make_folder(Path(path).parent)
        target.write_bytes(data)
        os.chown(target, self.state.shift + uid, self.state.shift + uid)
        target.chmod(mode)

    def launch(self, options: GuestOptions, unit: str = "") -> None:
        """Close the network off, set limits and start systemd-nspawn. Raises UsageError if the host cannot.

        `unit` is what the guest's systemd starts; "" for its default.
        """
        state = self.state
        disk = _disk(state)
        if options.disk_mib:
            nspawn_disk.make_disk(disk, state.folder / "rw", options.disk_mib)
        nspawn_network.close_off(state.name, state.guest_address)
        self._network = parse_network(options.network)
        nspawn_internet.open_way(state, self._network)
        joins = nspawn_cgroups.create(state.name, options, state.shift)
        plan = {
            "name": state.name,
            "shift": state.shift,
            "layers": [str(layer) for layer in self._layers],
            "cgroup_procs": [str(file) for file in joins],
            "disk": disk.name if options.disk_mib else "",
            **self._plan(options, unit),
        }
        (state.folder / "launch.json").write_text(json.dumps(plan))
        self._process = _starter().submit(self._start).result()

    def connect_network(self) -> None:
        """Wait for the guest's interface, give both ends their addresses, start its resolver unless it runs.

        Raises GuestBootError.
        """
        state, seconds = self.state, self.seconds_to_begin
        leader = self.wait_alive(
            self.first_process, seconds, "the guest's first process and network interface"
        )
        way_out = self._network.mode != "closed"
        nspawn_network.connect(
            state.name, state.host_address, state.guest_address, leader, default_route=way_out
        )
        if way_out and self._resolver is None:
            self._resolver = nspawn_internet.start_resolver(state, self._network, _starter())
            self.wait_alive(self._resolver_answers, seconds, "the guest's resolver")

    @property
    def namespaces(self) -> tuple[str, str]:
        """Options of nsenter: the launcher's namespaces, in which the guest's disk is mounted."""
        assert self._process is not None
        own = f"/proc/{self._process.pid}/ns"
        return f"--mount={own}/mnt", f"--pid={own}/pid_for_children"

    @property
    def upper(self) -> Path:
        """The overlay's upper folder as this process reaches it: it is mounted for the guest alone."""
        assert self._process is not None
        return Path(f"/proc/{self._process.pid}/root{self.state.folder}/rw/upper")

    @property
    def exit_code(self) -> int | None:
        """How systemd-nspawn ended, None while it runs."""
        return self._process.poll() if self._process else None

    def end_reason(self) -> str:
        code = self.exit_code
        return "" if code is None else f"ended with {code}"

    def destroy(self) -> None:
        """Kill the guest and remove all it left on the host."""
        if self._process is not None:
            nspawn_disk.drop_unwritten(_disk(self.state), self.upper.parent)
            self._process.kill()  # a guest that only just starts is not in its cgroup yet
            self._process.wait()
        if self._resolver is not None:
            self._resolver.kill()
            self._resolver.wait()
        remove_guest(self.state)

    def _plan(self, options: GuestOptions, unit: str) -> dict[str, Any]:
        """The launcher's input, in addition to the guest's name, ids, layers, limits and disk."""
        return {"command": [*_nspawn_command(self.state, options), *([f"--unit={unit}"] if unit else [])]}

    def _start(self) -> subprocess.Popen[bytes]:
        python = [sys.executable, "-I", "-S", self.launcher, str(self.state.folder)]
        with self.console.open("wb") as console:
            return subprocess.Popen(
                [*_NAMESPACES, *python],
                stdin=subprocess.DEVNULL,
                stdout=console,
                stderr=console,
                start_new_session=True,
                env={"PATH": SYSTEM_PATH, "LANG": "C.UTF-8", "SYSTEMD_LOG_TARGET": "console"},
            )

    def first_process(self) -> int | None:
        """The guest's first process, once its network interface is ready."""
        if not nspawn_network.interface_ready(self.state.name):
            return None
        own_network = Path("/proc/self/ns/net").stat().st_ino
        for child in self._launched():
            with contextlib.suppress(FileNotFoundError, ProcessLookupError):
                if Path(f"/proc/{child}/ns/net").stat().st_ino != own_network:
                    return child
        return None

    def _launched(self) -> list[int]:
        """The processes that the launcher has started."""
        assert self._process is not None
        return [pid for launcher in _children(self._process.pid) for pid in _children(launcher)]

    def _resolver_answers(self) -> bool:
        """Whether the guest's resolver takes questions. Raises GuestBootError when it has ended."""
        assert self._resolver is not None
        if self._resolver.poll() is not None:
            message = nspawn_internet.resolver_log(self.state).read_text(errors="replace").strip()
            raise self.boot_error(f"its resolver ended: {message}")
        with contextlib.suppress(OSError), socket.create_connection((self.state.host_address, 53), timeout=1):
            return True
        return False

    def _make_folder(self, folder: Path) -> None:
        target = self.state.folder / "rw/upper" / str(folder).lstrip("/")
        if target.exists():
            return
        self._make_folder(folder.parent)
        mode, uid, gid = 0o755, 0, 0
        for layer in reversed(self._layers):
            original = layer / str(folder).lstrip("/")
            if original.is_dir():
                status = original.stat()
                mode, uid, gid = status.st_mode & 0o7777, status.st_uid, status.st_gid
                break
        target.mkdir()
        os.chown(target, self.state.shift + uid, self.state.shift + gid)
        target.chmod(mode)


def remove_guest(state: GuestState) -> None:
    """Kill a guest, wherever it came from, and remove its mounts, interface, rules, groups and folder."""
    guest_access.withdraw(state.name)
    nspawn_cgroups.kill(state.name)
    nspawn_cgroups.wait_empty(state.name)
    nspawn_network.remove_interface(state.name)
    nspawn_network.remove_rules(state.name)
    nspawn_internet.close_way(state.name)
    nspawn_cgroups.remove(state.name)
    nspawn_propagation.remove(state.name)
    host_run(["rm", "-rf", "--one-file-system", "--", str(state.folder)], timeout=120)
    state.forget()


def _disk(state: GuestState) -> Path:
    return state.folder / "disk.ext4"


def _nspawn_command(state: GuestState, options: GuestOptions) -> list[str]:
    return [
        "systemd-nspawn",
        "--quiet",
        "--register=no",
        "--keep-unit",
        "--settings=no",
        "--boot",
        "--directory=root",
        f"--machine={state.name}",
        f"--hostname={HOSTNAME}",
        f"--private-users={state.shift}:{UIDS}",
        "--private-users-ownership=off",
        f"--network-veth-extra={state.name}:{nspawn_network.GUEST_INTERFACE}",
        "--console=read-only",
        "--link-journal=no",
        "--resolv-conf=off",
        "--timezone=off",
        *(f"--tmpfs={path}:mode=1777,nosuid,nodev,{size}" for path, size in memory_folders(options).items()),
        "--",
        "--show-status=yes",
    ]


def memory_folders(options: GuestOptions) -> dict[str, str]:
    """Folders in memory with their limits: together less than the guest may use."""
    parts = {"/tmp": 4, "/dev/shm": 8}
    return {path: f"nr_inodes=100k,size={options.memory_mib // part}m" for path, part in parts.items()}


def _children(pid: int) -> list[int]:
    """Children of a process, as far as it still lives."""
    children: list[int] = []
    for file in Path(f"/proc/{pid}/task").glob("*/children"):
        with contextlib.suppress(FileNotFoundError, ProcessLookupError):
            children.extend(int(child) for child in file.read_text().split())
    return children


@cache
def _starter() -> ThreadPoolExecutor:
    """The one thread that starts guests: the kernel kills them when it ends, so it must outlive any caller's."""
    return ThreadPoolExecutor(1, thread_name_prefix="nspawn-starter")
