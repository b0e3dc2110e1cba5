"""The tests of `testbed doctor`: whether this host can run guests, and how to fix what prevents it."""

from __future__ import annotations

import ctypes
import os
import platform
import re
import shutil
from collections.abc import Callable, Mapping
from dataclasses import replace
from pathlib import Path

from controller.core.texts import first_line
from controller.guests.doctor.finding import Finding
from controller.guests.doctor.frozen import check_criu
from controller.guests.doctor.machines import check_binding, check_daemon, check_kvm, check_qemu
from controller.guests.host_tools import KERNEL_LIMITS, PACKAGES, host_run, missing_programs
from controller.guests.nspawn import cgroups as nspawn_cgroups
from controller.guests.nspawn import network as nspawn_network
from controller.guests.nspawn.disk import require_loop_devices
from controller.guests.nspawn.internet import PACKAGES as INTERNET_PACKAGES
from controller.guests.provider import GuestOptions
from testbed.command import command
from testbed.errors import TestbedError, UsageError
from testbed.extension_points import AGENTS, DOCTOR_CHECKS
from vm_images.disk import BUILD_COMMAND as DISK_COMMAND
from vm_images.disk import find_disk
from vm_images.folders import data_folder
from vm_images.image import find_image

NSPAWN_VERSION = 249
GUEST_MEMORY = 900  # MiB that one more running guest takes
DISK = 12  # GiB: the image with its build, and a few guests


def run_doctor() -> list[Finding]:
    """Test whether this host can run guests. Changes nothing.

    Returns:
        One finding for each requirement, in the order in which problems should be fixed. Guests can run if each
        finding is `ok`. Without root only virtual machines are possible, so containers are left out.
    """
    if os.geteuid() != 0:
        return _for_a_user()
    checks: tuple[Callable[[], Finding], ...] = (
        check_root,
        check_programs,
        check_nspawn,
        check_overlayfs,
        check_idmapped_mounts,
        check_loop_devices,
        check_cgroups,
        check_firewall,
        check_internet,
        check_addresses,
        check_kernel_limits,
        check_memory,
        check_disk,
        check_image,
        check_criu,
        check_binding,
        check_daemon,
        check_qemu,
        check_kvm,
        check_keys,
    )
    return [*(check() for check in checks), *plugin_findings()]


def _for_a_user() -> list[Finding]:
    """Without root, guests are virtual machines: everything those need is required."""
    needed = (
        check_disk,
        check_image,
        check_machine_disk,
        check_binding,
        check_daemon,
        check_qemu,
    )
    return [
        check_root(),
        check_memory(),
        *(
            replace(finding, status="ok" if finding.status == "ok" else "fail")
            for finding in (check() for check in needed)
        ),
        check_kvm(),
        check_keys(),
        *plugin_findings(),
    ]


def plugin_findings() -> list[Finding]:
    """The findings of plugins' checks; one that cannot be used does not keep guests from running."""
    findings = []
    for extension, spec in DOCTOR_CHECKS.plugins():
        try:
            if isinstance(spec, UsageError):
                raise spec
            findings.append(spec.check())
        except TestbedError as error:
            findings.append(Finding(extension.name, "warn", error.message, error.hint))
    return findings


def check_root() -> Finding:
    if os.geteuid() == 0:
        return Finding("root", "ok", "running as root")
    detail = f"running as user {os.geteuid()}: guests are virtual machines"
    return Finding("root", "warn", detail, "containers, and building an image, need root: sudo")


def check_programs() -> Finding:
    missing = missing_programs()
    if not missing:
        return Finding("programs", "ok", "all found")
    packages = " ".join(sorted({PACKAGES[program] for program in missing}))
    return Finding("programs", "fail", f"missing: {', '.join(missing)}", f"apt-get install {packages}")


def check_nspawn() -> Finding:
    try:
        first = first_line(host_run(["systemd-nspawn", "--version"]))
    except TestbedError as error:
        return Finding("systemd-nspawn", "fail", error.message, error.hint)
    version = re.search(r"\d+", first)
    if version and int(version[0]) >= NSPAWN_VERSION:
        return Finding("systemd-nspawn", "ok", first)
    return Finding("systemd-nspawn", "fail", first, f"version {NSPAWN_VERSION} or newer is needed")


def check_overlayfs() -> Finding:
    kinds = Path("/proc/filesystems").read_text().split()
    if "overlay" in kinds:
        return Finding("overlayfs", "ok", "the kernel has it")
    if shutil.which("modinfo") and _runs(["modinfo", "overlay"]):
        return Finding("overlayfs", "ok", "the kernel has it as a module")
    return Finding("overlayfs", "fail", "the kernel lacks it", "modprobe overlay")


def check_idmapped_mounts() -> Finding:
    release = platform.release()
    version = re.match(r"(\d+)\.(\d+)", release)
    if not version or (int(version[1]), int(version[2])) < (5, 19):
        return Finding("idmapped mounts", "fail", f"kernel {release}", "Linux 5.19 or newer is needed")
    # mount_setattr(2) on no file: EBADF where the call exists, ENOSYS where it does not
    libc = ctypes.CDLL(None, use_errno=True)
    libc.syscall(442, -1, b"", 0x1000, None, 0)
    if os.strerror(ctypes.get_errno()) == os.strerror(38):
        return Finding("idmapped mounts", "fail", "mount_setattr is blocked", "run outside of this container")
    kind = _file_system(data_folder())
    if kind in ("overlay", "nfs", "nfs4", "zfs", "fuse", "9p"):
        remedy = "set TESTBED_DATA to a folder on ext4, xfs or btrfs"
        return Finding("idmapped mounts", "fail", f"{data_folder()} is on {kind}", remedy)
    return Finding("idmapped mounts", "ok", f"kernel {release}, {data_folder()} on {kind}")


def check_loop_devices() -> Finding:
    """Loop devices, which limit the disk space of a container."""
    try:
        require_loop_devices()
    except TestbedError as error:
        return Finding("loop devices", "fail", error.message, error.hint)
    return Finding("loop devices", "ok", f"a guest gets {GuestOptions().disk_mib / 1024:g} GiB of disk")


def check_cgroups() -> Finding:
    v1 = nspawn_cgroups.v1_hierarchies()
    if v1:
        lacking = [name for name in nspawn_cgroups.CONTROLLERS if name not in v1]
        detail = f"v1 controllers: {', '.join(sorted(v1))}"
    else:
        controllers = Path("/sys/fs/cgroup/cgroup.controllers")
        present = controllers.read_text().split() if controllers.exists() else []
        lacking = [name for name in nspawn_cgroups.CONTROLLERS if name not in present]
        detail = f"v2 controllers: {', '.join(present) or 'none'}"
    if lacking:
        return Finding(
            "cgroups", "fail", detail, f"the kernel or the container must offer {', '.join(lacking)}"
        )
    return Finding("cgroups", "ok", detail)


def check_firewall() -> Finding:
    try:
        kind = host_run(["iptables", "--version"]).strip()
        nspawn_network.guarded_interfaces("testbed")
        nspawn_network.close_off("testbed-doctor", "192.0.2.1", test=True)
    except TestbedError as error:
        return Finding("firewall", "fail", error.message, error.hint or _firewall_remedy(error.message))
    return Finding("firewall", "ok", kind)


def _firewall_remedy(message: str) -> str:
    if "ip6tables" in message:
        return "load the kernel's module ip6table_filter, or switch IPv6 off (ipv6.disable=1 for the kernel)"
    return "guests need a working iptables"


def check_internet() -> Finding:
    """Programs that only guests with `--network` need."""
    missing = missing_programs(INTERNET_PACKAGES)
    if not missing:
        return Finding("guests' network", "ok", "can be opened")
    packages = " ".join(sorted(INTERNET_PACKAGES[program] for program in missing))
    detail = f"cannot be opened without {', '.join(missing)}"
    return Finding("guests' network", "warn", detail, f"for --network: apt-get install {packages}")


def check_addresses() -> Finding:
    try:
        return Finding("addresses", "ok", f"guests get addresses from {nspawn_network.free_subnet(())} on")
    except TestbedError as error:
        return Finding("addresses", "fail", error.message, error.hint)


def check_kernel_limits() -> Finding:
    low = {
        name: least
        for name, least in KERNEL_LIMITS.items()
        if int(Path("/proc/sys", name).read_text()) < least
    }
    if not low:
        return Finding("kernel limits", "ok", "high enough")
    settings = " ".join(f"{name.replace('/', '.')}={least}" for name, least in low.items())
    return Finding("kernel limits", "warn", f"raised when guests start: {settings}", f"sysctl -w {settings}")


def check_memory() -> Finding:
    facts = dict(re.findall(r"(\w+):\s+(\d+) kB", Path("/proc/meminfo").read_text()))
    free = int(facts["MemAvailable"]) // 1024
    guests = free // GUEST_MEMORY
    detail = f"{free} MiB free, enough for {guests} guests"
    if guests < 1:
        return Finding("memory", "fail", detail, f"a guest needs about {GUEST_MEMORY} MiB")
    if free < GuestOptions().memory_mib:
        return Finding("memory", "warn", detail, f"a guest may use up to {GuestOptions().memory_mib} MiB")
    return Finding("memory", "ok", detail)


def check_disk() -> Finding:
    folder = _existing(data_folder())
    free = shutil.disk_usage(folder).free / 2**30
    detail = f"{free:.1f} GiB free under {data_folder()}"
    if free < DISK:
        return Finding(
            "disk", "warn" if free > 2 else "fail", detail, f"an image and its guests need {DISK} GiB"
        )
    return Finding("disk", "ok", detail)


def check_image() -> Finding:
    try:
        image = find_image()
    except TestbedError as error:
        return Finding("image", "fail", error.message, error.hint)
    return Finding("image", "ok", image.name)


def check_machine_disk() -> Finding:
    """The disk of virtual machines; only root can make it."""
    try:
        disk = find_disk(find_image())
    except TestbedError as error:
        return Finding("machines' disk", "fail", error.message, f"sudo {command(DISK_COMMAND)}")
    if not os.access(disk.root, os.R_OK):
        return Finding(
            "machines' disk", "fail", f"{disk.root} may not be read", f"sudo chmod a+r {disk.root}"
        )
    return Finding("machines' disk", "ok", str(disk.root))


def check_keys(environment: Mapping[str, str] = os.environ) -> Finding:
    """Report which of the agents' keys are set, never their values."""
    agents = [*map(AGENTS.load, AGENTS.own_names()), *(spec for _, spec in AGENTS.plugins())]
    keys = dict.fromkeys(key for spec in agents if not isinstance(spec, UsageError) for key in spec.keys)
    present = [key for key in keys if environment.get(key)]
    if present:
        return Finding("model API keys", "ok", f"set: {', '.join(present)}")
    remedy = "set ANTHROPIC_API_KEY to run a model; without a key the reference solutions run"
    return Finding("model API keys", "warn", "none is set", remedy)


def _runs(argv: list[str]) -> bool:
    try:
        host_run(argv)
    except TestbedError:
        return False
    return True


def _existing(folder: Path) -> Path:
    return next(path for path in (folder, *folder.parents) if path.exists())


def _file_system(folder: Path) -> str:
    """The kind of file system a folder is, or would be, on."""
    real = _existing(folder).resolve()
    best, kind = "", "unknown"
    for line in Path("/proc/self/mountinfo").read_text().splitlines():
        before, _, after = line.partition(" - ")
        point = before.split()[4]
        if real.is_relative_to(point) and len(point) >= len(best):
            best, kind = point, after.split()[0]
    return kind
