"""Whether this host can run guests as virtual machines, and how fast. Without it nspawn runs them."""

from __future__ import annotations

import importlib.util
import os
import platform
from pathlib import Path

from controller.core.texts import first_line
from controller.guests.doctor.finding import Finding
from controller.guests.host_tools import host_run
from controller.guests.libvirt import kvm
from testbed.command import install_command
from testbed.errors import TestbedError
from vm_images.disk import find_disk
from vm_images.image import find_image

_NOTE = "not needed by nspawn guests; virtual machines run much slower without it"


def check_binding() -> Finding:
    """libvirt's Python binding."""
    if importlib.util.find_spec("libvirt") is None:
        return Finding("libvirt-python", "warn", "not installed", install_command("vm"))
    try:
        import libvirt
    except ImportError as error:
        remedy = f"apt-get install libvirt0 && {install_command('vm', '--force-reinstall')}"
        return Finding("libvirt-python", "warn", f"cannot be imported: {error}", remedy)
    return Finding("libvirt-python", "ok", f"version {_version(libvirt.getVersion())}")


def check_daemon() -> Finding:
    """libvirt's daemon, where the provider looks for it."""
    if check_binding().status != "ok":
        return Finding("libvirt", "warn", "cannot be checked", "install libvirt-python first")
    from controller.guests.libvirt.connection import LibvirtConnection, can_start_daemon, default_uri

    try:
        connection = LibvirtConnection()
        version = connection.current().getLibVersion()
    except TestbedError as error:
        if can_start_daemon(default_uri()):
            return Finding("libvirt", "ok", "does not run; --provider libvirt starts it")
        return Finding("libvirt", "warn", error.message, error.hint or "look at the daemon's log")
    return Finding("libvirt", "ok", f"version {_version(version)} at {connection.uri}")


def check_qemu() -> Finding:
    try:
        first = first_line(host_run([kvm.EMULATOR, "--version"]))
    except TestbedError as error:
        remedy = "apt-get install --no-install-recommends qemu-system-x86 qemu-utils"
        return Finding("QEMU", "warn", error.message, remedy)
    return Finding("QEMU", "ok", first)


def check_kvm() -> Finding:
    """Test KVM by booting a kernel: the device exists on hosts where stock kernels fail to boot in it."""
    if not kvm.DEVICE.exists():
        return Finding("KVM", "warn", f"no {kvm.DEVICE}", _NOTE)
    if not kvm.has_virtualization(Path("/proc/cpuinfo").read_text()) and platform.machine() == "x86_64":
        detail = f"{kvm.DEVICE} exists, but the processor shows neither vmx nor svm"
        return Finding("KVM", "warn", detail, _NOTE)
    if not os.access(kvm.DEVICE, os.R_OK | os.W_OK):
        return Finding("KVM", "warn", f"{kvm.DEVICE} may not be opened", "join the group kvm")
    try:
        disk = find_disk(find_image())
    except TestbedError as error:
        return Finding("KVM", "warn", f"not proven: {error.message}", error.hint)
    if check_qemu().status != "ok":
        return Finding("KVM", "warn", "not proven: there is no QEMU", "install QEMU first")
    if not kvm.kvm_works(disk):
        return Finding("KVM", "warn", f"{kvm.DEVICE} does not boot the image's kernel", _NOTE)
    return Finding("KVM", "ok", "proven: it boots the image's kernel")


def _version(number: int) -> str:
    """Format libvirt's version number: 12008000 is 12.8.0."""
    return f"{number // 1_000_000}.{number // 1000 % 1000}.{number % 1000}"
