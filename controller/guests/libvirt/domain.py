"""The libvirt domain of a guest, as XML. Format: https://libvirt.org/formatdomain.html"""

from __future__ import annotations

import hashlib
import json
from dataclasses import dataclass, replace
from pathlib import Path
from xml.etree import ElementTree
from xml.etree.ElementTree import Element, SubElement

from vm_images.disk import Disk

TITLE = "testbed guest"
"""How every domain of ours is marked."""
GUEST_ADDRESS = "10.0.2.15"
"""Given by the image's udev rule; QEMU's user network forwards to it."""

_QEMU = "http://libvirt.org/schemas/domain/qemu/1.0"
_KERNEL_ARGUMENTS = (
    "root=/dev/vda rootfstype=ext4 rw quiet mitigations=off net.ifnames=0 panic=-1 console=ttyS0"
)
_CREDENTIAL = "opt/io.systemd.credentials/tmpfiles.extra"
"""Where systemd looks for a credential in QEMU's firmware configuration: systemd.system-credentials(7)."""
_DISK = "vda"
_NETWORK_SLOT = "0x1c"
_UNDER_TCG_BROKEN = ("avx", "avx2", "f16c", "fma")
"""With these, llvmpipe emits code that crashes under QEMU 7.2's emulation, and gnome-shell with it."""
TRANSLATED_MIB = 1024
"""QEMU's cache of translated code, without KVM."""
MEMORY_BLOCK = "ram"
"""The name of the memory in a stream of a machine that `maps_memory`; libvirt uses others."""


@dataclass(frozen=True, slots=True)
class DomainSpec:
    """One domain: what it boots, its own disk and console log, the host's port that leads to its ssh.

    `credential` is a host's file with a configuration of systemd-tmpfiles for the first boot, which starts `unit` if
    that is named, systemd's default otherwise; `incoming` waits for a memory snapshot instead. Of a machine that
    `maps_memory`, that may lie in the file `memory`, which is mapped privately; read-only if `maps_read_only`, as QEMU
    can from 8.2 on.
    """

    name: str
    disk: Disk
    overlay: Path
    console: Path
    port: int
    memory_mib: int
    cpus: int
    kvm: bool
    maps_memory: bool = False
    maps_read_only: bool = False
    memory: Path | None = None
    credential: Path | None = None
    unit: str = ""
    incoming: bool = False


def domain_xml(spec: DomainSpec) -> str:
    ElementTree.register_namespace("qemu", _QEMU)
    domain = Element("domain", type="kvm" if spec.kvm else "qemu")
    _text(domain, "name", spec.name)
    _text(domain, "title", TITLE)
    SubElement(domain, "genid")
    _text(domain, "memory", str(spec.memory_mib), unit="MiB")
    _text(domain, "vcpu", str(spec.cpus))
    _boot(domain, spec)
    _processor(domain, spec)
    SubElement(domain, "clock", offset="utc")
    for event in ("on_poweroff", "on_reboot", "on_crash"):
        _text(domain, event, "destroy")
    _devices(domain, spec)
    arguments = SubElement(domain, f"{{{_QEMU}}}commandline")
    for argument in _arguments(spec):
        SubElement(arguments, f"{{{_QEMU}}}arg", value=argument)
    return ElementTree.tostring(domain, encoding="unicode")


def overlay_xml(overlay: Path) -> str:
    """A snapshot of a domain's disk for libvirt, after which the domain writes to `overlay`."""
    snapshot = Element("domainsnapshot")
    disk = SubElement(SubElement(snapshot, "disks"), "disk", name=_DISK, snapshot="external", type="file")
    SubElement(disk, "driver", type="qcow2")
    SubElement(disk, "source", file=str(overlay))
    return ElementTree.tostring(snapshot, encoding="unicode")


def hardware_hash(spec: DomainSpec, screen: str) -> str:
    """Hash what a memory snapshot depends on: the domain without what is one guest's own, and the screen."""
    nobody = replace(
        spec,
        name="",
        overlay=Path(),
        console=Path(),
        port=0,
        memory=None,
        credential=None,
        unit="",
        incoming=False,
    )
    return hashlib.sha256(f"{domain_xml(nobody)} {screen}".encode()).hexdigest()


def _boot(domain: Element, spec: DomainSpec) -> None:
    if spec.credential:
        # By file: the command line and the domain's XML can be read by the host's other users.
        entries = SubElement(domain, "sysinfo", type="fwcfg")
        SubElement(entries, "entry", name=_CREDENTIAL, file=str(spec.credential))
    system = SubElement(domain, "os")
    _text(system, "type", "hvm", arch="x86_64", machine="q35")
    _text(system, "kernel", str(spec.disk.kernel))
    _text(system, "initrd", str(spec.disk.initrd))
    chosen = f" systemd.unit={spec.unit}" if spec.unit else ""
    _text(system, "cmdline", f"{_KERNEL_ARGUMENTS}{chosen}")


def _processor(domain: Element, spec: DomainSpec) -> None:
    features = SubElement(domain, "features")
    SubElement(features, "acpi")
    if spec.kvm:
        SubElement(domain, "cpu", mode="host-passthrough")
        return
    _text(SubElement(features, "tcg"), "tb-cache", str(TRANSLATED_MIB), unit="MiB")
    processor = SubElement(domain, "cpu", mode="maximum")
    for name in _UNDER_TCG_BROKEN:
        SubElement(processor, "feature", policy="disable", name=name)


def _devices(domain: Element, spec: DomainSpec) -> None:
    devices = SubElement(domain, "devices")
    disk = SubElement(devices, "disk", type="file", device="disk")
    SubElement(disk, "driver", name="qemu", type="qcow2", cache="unsafe", discard="unmap")
    SubElement(disk, "source", file=str(spec.overlay))
    SubElement(disk, "target", dev=_DISK, bus="virtio")
    SubElement(devices, "controller", type="usb", model="none")
    SubElement(devices, "memballoon", model="virtio")
    _text(SubElement(devices, "rng", model="virtio"), "backend", "/dev/urandom", model="random")
    SubElement(SubElement(devices, "serial", type="file"), "source", path=str(spec.console), append="on")
    SubElement(SubElement(devices, "video"), "model", type="none")


def _arguments(spec: DomainSpec) -> list[str]:
    """QEMU's arguments for the network: libvirt's user network can neither forward ports (before 9.2) nor be closed.

    And for memory that it maps: libvirt cannot name the file.
    """
    forward = f"hostfwd=tcp:127.0.0.1:{spec.port}-{GUEST_ADDRESS}:22"
    arguments = [
        *("-netdev", f"user,id=ssh,restrict=on,{forward}"),
        *("-device", f"virtio-net-pci,netdev=ssh,addr={_NETWORK_SLOT}"),
    ]
    if spec.maps_memory:
        arguments += ["-object", json.dumps(_memory(spec)), "-machine", f"memory-backend={MEMORY_BLOCK}"]
    return [*arguments, "-incoming", "defer"] if spec.incoming else arguments


def _memory(spec: DomainSpec) -> dict[str, object]:
    size = {"id": MEMORY_BLOCK, "size": spec.memory_mib * 2**20}
    if spec.memory is None:
        return {"qom-type": "memory-backend-ram", **size}
    read_only = {"readonly": True, "rom": "off"} if spec.maps_read_only else {}
    return {
        "qom-type": "memory-backend-file",
        **size,
        "mem-path": str(spec.memory),
        "share": False,
        **read_only,
    }


def _text(parent: Element, tag: str, text: str, **attributes: str) -> Element:
    element = SubElement(parent, tag, attributes)
    element.text = text
    return element
