"""The connection to libvirt, reopened after a restart of its daemon."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar
from xml.etree import ElementTree

import libvirt
import libvirt_qemu

from controller.core.project_files import project_file
from controller.core.waiting import wait_until
from testbed.errors import GuestError, UsageError

Value = TypeVar("Value")
RESTART_SECONDS = 60.0
"""How long libvirt's daemon may take to restart."""
START_SECONDS = 60.0
"""How long `START_SCRIPT` may take."""
SYSTEM_URI = "qemu:///system"
START_SCRIPT = project_file("scripts/start-libvirtd")
"""Starts the system's libvirt where no systemd does."""
SYSTEMD = Path("/run/systemd/system")
"""This folder exists where systemd runs as init."""


def default_uri() -> str:
    """$LIBVIRT_DEFAULT_URI if set; otherwise the system's daemon for root and the user's own daemon for others."""
    return os.environ.get("LIBVIRT_DEFAULT_URI") or (SYSTEM_URI if os.geteuid() == 0 else "qemu:///session")


class LibvirtConnection:
    """A connection, safe to use from several threads. Objects obtained from it are invalid after it is reopened."""

    def __init__(self, uri: str = "") -> None:
        """Connect. Raises UsageError whose hint says what to install or to start."""
        self.uri = uri or default_uri()
        self._lock = threading.Lock()
        self._connection = _open(self.uri)

    def current(self) -> libvirt.virConnect:
        """Return the connection, reopened if the daemon was restarted. Raises GuestError if the daemon stays away."""
        with self._lock:
            if not _alive(self._connection):
                self._connection = wait_until(
                    self._reopen, seconds=RESTART_SECONDS, what="libvirt to answer again", every=0.2
                )
            return self._connection

    def _reopen(self) -> libvirt.virConnect | None:
        try:
            return _open(self.uri)
        except UsageError:
            return None

    def confines_files(self) -> bool:
        """Whether AppArmor or SELinux lets QEMU open only files that libvirt knows of. Raises GuestError."""
        host = ElementTree.fromstring(call_libvirt(self.current().getCapabilities)).iterfind(
            "host/secmodel/model"
        )
        return bool({"apparmor", "selinux"} & {model.text for model in host})

    def emulator_version(self) -> int:
        """QEMU's version, 8.2.0 as 8,002,000. Raises GuestError."""
        return int(call_libvirt(self.current().getVersion))

    def create(self, xml: str) -> None:
        """Start a domain that libvirt ends when this process ends. Raises GuestError."""
        call_libvirt(lambda: self.current().createXML(xml, libvirt.VIR_DOMAIN_START_AUTODESTROY))

    def find(self, name: str) -> libvirt.virDomain | None:
        """Find a running domain. Raises GuestError."""
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
        """Run a QMP command of QEMU's monitor and return its result. Raises GuestError."""
        domain = self.find(name)
        if domain is None:
            raise GuestError(f"the domain {name} has ended")
        text = json.dumps({"execute": command, "arguments": arguments})
        if files:
            reply = call_libvirt(
                lambda: libvirt_qemu.qemuMonitorCommandWithFiles(domain, text, list(files), 0)
            )
            reply = reply[0] if isinstance(reply, tuple) else reply
        else:
            reply = call_libvirt(lambda: libvirt_qemu.qemuMonitorCommand(domain, text, 0))
        parsed = json.loads(reply)
        if "error" in parsed:
            raise GuestError(f"QEMU rejects {command} for {name}: {parsed['error'].get('desc', parsed)}")
        return parsed["return"]


def call_libvirt(question: Callable[[], Value]) -> Value:
    """Call libvirt; its errors become GuestError."""
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


def can_start_daemon(uri: str) -> bool:
    """Whether `start_daemon` can start the libvirt of this URI."""
    may_start = uri == SYSTEM_URI and os.geteuid() == 0 and not SYSTEMD.exists()
    return may_start and START_SCRIPT.exists() and shutil.which("libvirtd") is not None


def start_daemon(uri: str) -> None:
    """Start the system's libvirt if it does not answer and this process can start it.

    Does nothing for another URI, without root, under systemd, without the package libvirt-daemon-system and in an
    installed package: connecting then raises the error that says what to do.

    Raises:
        UsageError: the daemon does not start.
    """
    if not can_start_daemon(uri):
        return
    try:
        _open(uri).close()
    except UsageError:
        _run_start_script()


def _run_start_script() -> None:
    try:
        subprocess.run(
            [START_SCRIPT],
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            timeout=START_SECONDS,
            check=True,
        )
    except subprocess.CalledProcessError as error:
        raise UsageError(
            f"libvirtd did not start: {error.stderr.strip()}",
            hint=f"run {START_SCRIPT} to see why; the daemon's log is in /var/log/libvirt",
        ) from None
    except subprocess.TimeoutExpired:
        raise UsageError(
            f"libvirtd did not start within {START_SECONDS:g} s",
            hint=f"run {START_SCRIPT} to see why; the daemon's log is in /var/log/libvirt",
        ) from None


def _remedy(uri: str) -> str:
    packages = "apt-get install --no-install-recommends libvirt-daemon-system qemu-system-x86 qemu-utils"
    if uri.endswith("///session"):
        return f"sudo {packages}; a user's own daemon starts by itself then, and writes its log to ~/.cache/libvirt"
    return (
        f"{packages} && systemctl start libvirtd (where there is no systemd: virtlogd --daemon && libvirtd "
        "--daemon); another daemon is named by LIBVIRT_DEFAULT_URI"
    )
