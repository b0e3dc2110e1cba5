"""The connection to libvirt, made again after a restart of its daemon, and errors that say what to start."""

from __future__ import annotations

import json
import os
import threading
from collections.abc import Callable
from typing import Any, TypeVar

import libvirt
import libvirt_qemu

from controller.core.waiting import wait_until
from testbed.errors import GuestError, UsageError

Value = TypeVar("Value")
RESTART_SECONDS = 60.0
"""How long libvirt's daemon may take to restart."""


def default_uri() -> str:
    """$LIBVIRT_DEFAULT_URI, as for every client of libvirt; else the system's daemon for root, one's own for others."""
    return os.environ.get("LIBVIRT_DEFAULT_URI") or (
        "qemu:///system" if os.geteuid() == 0 else "qemu:///session"
    )


class LibvirtConnection:
    """One connection, safe to use from several threads. libvirt-python's objects of it do not outlive it."""

    def __init__(self, uri: str = "") -> None:
        """Connects. Raises UsageError, saying what to install or to start."""
        self.uri = uri or default_uri()
        self._lock = threading.Lock()
        self._connection = _open(self.uri)

    def current(self) -> libvirt.virConnect:
        """The connection, made anew when the daemon was restarted. Raises GuestError when it does not come back."""
        with self._lock:
            if not _alive(self._connection):
                self._connection = wait_until(
                    self._reopened, seconds=RESTART_SECONDS, what="libvirt to answer again", every=0.2
                )
            return self._connection

    def _reopened(self) -> libvirt.virConnect | None:
        try:
            return _open(self.uri)
        except UsageError:
            return None

    def create(self, xml: str) -> None:
        """Start a domain that ends with this process, if not before. Raises GuestError."""
        ask(lambda: self.current().createXML(xml, libvirt.VIR_DOMAIN_START_AUTODESTROY))

    def find(self, name: str) -> libvirt.virDomain | None:
        """A running domain. Raises GuestError."""
        try:
            return self.current().lookupByName(name)
        except libvirt.libvirtError as error:
            if error.get_error_code() == libvirt.VIR_ERR_NO_DOMAIN:
                return None
            raise GuestError(f"libvirt cannot look up {name}: {error}") from error

    def end(self, name: str) -> None:
        """End a domain at once; ending one that is gone is no error. Raises GuestError."""
        domain = self.find(name)
        if domain is None:
            return
        try:
            domain.destroy()
        except libvirt.libvirtError as error:
            if error.get_error_code() not in (libvirt.VIR_ERR_NO_DOMAIN, libvirt.VIR_ERR_OPERATION_INVALID):
                raise GuestError(f"libvirt cannot end {name}: {error}") from error

    def monitor(self, name: str, command: str, files: tuple[int, ...] = (), **arguments: Any) -> Any:
        """What QEMU's monitor answers to a command (QMP). Raises GuestError."""
        domain = self.find(name)
        if domain is None:
            raise GuestError(f"the domain {name} is gone")
        text = json.dumps({"execute": command, "arguments": arguments})
        if files:
            answer = ask(lambda: libvirt_qemu.qemuMonitorCommandWithFiles(domain, text, list(files), 0))
            answer = answer[0] if isinstance(answer, tuple) else answer
        else:
            answer = ask(lambda: libvirt_qemu.qemuMonitorCommand(domain, text, 0))
        parsed = json.loads(answer)
        if "error" in parsed:
            raise GuestError(f"QEMU refuses {command} for {name}: {parsed['error'].get('desc', parsed)}")
        return parsed["return"]


def ask(question: Callable[[], Value]) -> Value:
    """The answer to a question to libvirt; its errors as GuestError."""
    try:
        return question()
    except libvirt.libvirtError as error:
        raise GuestError(f"libvirt: {error}") from error


def _alive(connection: libvirt.virConnect) -> bool:
    try:
        connection.getLibVersion()
    except libvirt.libvirtError:
        return False
    return True


def _open(uri: str) -> libvirt.virConnect:
    libvirt.registerErrorHandler(lambda *_: None, None)  # errors come as exceptions, not on stderr as well
    try:
        return libvirt.open(uri)
    except libvirt.libvirtError as error:
        raise UsageError(f"libvirt does not answer at {uri}: {error}", hint=_remedy(uri)) from error


def _remedy(uri: str) -> str:
    packages = "apt-get install --no-install-recommends libvirt-daemon-system qemu-system-x86 qemu-utils"
    if uri.endswith("///session"):
        return f"sudo {packages}; a user's own daemon starts by itself then, and writes its log to ~/.cache/libvirt"
    return (
        f"{packages} && systemctl start libvirtd (where there is no systemd: virtlogd --daemon && libvirtd "
        "--daemon); another daemon is named by LIBVIRT_DEFAULT_URI"
    )
