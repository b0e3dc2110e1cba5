"""What the libvirt provider is made of, as far as it needs no machine."""

from __future__ import annotations

import json
import sys
from dataclasses import replace
from pathlib import Path
from unittest.mock import Mock
from xml.etree import ElementTree

import libvirt
import pytest

from controller.guests import leftovers, registry
from controller.guests.libvirt import connection as libvirt_connection
from controller.guests.libvirt import kvm, machine
from controller.guests.libvirt.connection import LibvirtConnection, default_uri, start_daemon
from controller.guests.libvirt.domain import DomainSpec, domain_xml, hardware_hash
from controller.guests.libvirt.kvm import has_virtualization, kvm_works
from controller.guests.libvirt.machine import MachineRecord, VirtualMachine
from controller.guests.provider import GuestOptions
from controller.guests.snapshots import SnapshotStore, write_record
from testbed.errors import ImageError, UsageError
from vm_images.disk import Disk, find_disk
from vm_images.image import Image

DISK = Disk(Path("/images/x/vm/root.qcow2"), Path("/images/x/vm/vmlinuz"), Path("/images/x/vm/initrd.img"))
OPEN = libvirt.open
SPEC = DomainSpec("testbed-1", DISK, Path("/g/disk.qcow2"), Path("/g/console.log"), 2222, 3072, 2, False)


def snapshots_of(image: Image) -> SnapshotStore[MachineRecord]:
    return SnapshotStore(image, "h" * 64, MachineRecord, "libvirt", GuestOptions())


def make(store: SnapshotStore[MachineRecord], name: str, parent: str = "") -> None:
    record = MachineRecord(
        name=name,
        image="aaaa",
        hardware="h" * 64,
        parent=parent,
        kvm=False,
        memory_mib=1,
        cpus=1,
        screen="1x1",
        user_key="secret",
        host_key="secret",
        seconds=1.0,
    )
    with store.creating(name) as folder:
        (folder / "disk.qcow2").write_bytes(b"d")
        (folder / "memory").write_bytes(b"m")
        write_record(folder, record)


def test_a_domain_forwards_ssh_to_loopback_alone_and_closes_the_rest() -> None:
    arguments = [
        element.attrib["value"]
        for element in ElementTree.fromstring(domain_xml(SPEC)).iter(
            "{http://libvirt.org/schemas/domain/qemu/1.0}arg"
        )
    ]
    assert "user,id=ssh,restrict=on,hostfwd=tcp:127.0.0.1:2222-10.0.2.15:22" in arguments
    assert "-incoming" not in arguments


def test_paths_are_escaped() -> None:
    odd = Path("/a<b>&'\"/disk.qcow2")
    domain = ElementTree.fromstring(domain_xml(replace(SPEC, overlay=odd)))
    source = domain.find("devices/disk/source")
    assert source is not None and source.attrib["file"] == str(odd)


@pytest.mark.parametrize(("works", "kind"), [(True, "kvm"), (False, "qemu")])
def test_the_domain_type_is_what_was_proven(works: bool, kind: str) -> None:
    assert ElementTree.fromstring(domain_xml(replace(SPEC, kvm=works))).attrib["type"] == kind


def test_snapshots_fit_machines_of_the_same_hardware() -> None:
    same = replace(SPEC, name="other", port=1, overlay=Path("/x"), credential=Path("/secret"), incoming=True)
    assert hardware_hash(SPEC, "1280x720") == hardware_hash(same, "1280x720")
    mapping = replace(SPEC, maps_memory=True)
    assert hardware_hash(replace(mapping, memory=Path("/m")), "") == hardware_hash(mapping, "")
    others = [replace(SPEC, memory_mib=4096), replace(SPEC, cpus=1), replace(SPEC, kvm=True), mapping]
    hashes = {hardware_hash(spec, "1280x720") for spec in [SPEC, *others]}
    assert len(hashes | {hardware_hash(SPEC, "1920x1080")}) == 6


def options(spec: DomainSpec) -> dict[str, str]:
    """QEMU's arguments of ours, by name."""
    arguments = ElementTree.fromstring(domain_xml(spec)).iter(
        "{http://libvirt.org/schemas/domain/qemu/1.0}arg"
    )
    values = [argument.attrib["value"] for argument in arguments]
    return dict(zip(values[::2], values[1::2], strict=True))


def test_memory_is_mapped_privately_under_a_name_of_its_own() -> None:
    assert "-object" not in options(SPEC)
    booted = options(replace(SPEC, maps_memory=True))
    size = {"id": "ram", "size": 3072 * 2**20}
    assert json.loads(booted["-object"]) == {"qom-type": "memory-backend-ram", **size}
    assert booted["-machine"] == "memory-backend=ram"
    mapping = replace(SPEC, maps_memory=True, memory=Path("/s/a,b"))
    file = {"qom-type": "memory-backend-file", **size, "mem-path": "/s/a,b", "share": False}
    assert json.loads(options(mapping)["-object"]) == file
    read_only = options(replace(mapping, maps_read_only=True))
    assert json.loads(read_only["-object"]) == {**file, "readonly": True, "rom": "off"}


@pytest.mark.parametrize(
    ("models", "confined"), [(["none", "dac"], False), (["apparmor", "dac"], True), (["selinux"], True)]
)
def test_qemu_opens_what_libvirt_does_not_know_of_unless_it_is_confined(
    models: list[str], confined: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    modules = "".join(f"<secmodel><model>{model}</model></secmodel>" for model in models)
    xml = f"<capabilities><host>{modules}</host></capabilities>"
    monkeypatch.setattr(libvirt, "open", lambda _uri: Mock(getCapabilities=lambda: xml))
    assert LibvirtConnection("qemu:///system").confines_files() is confined


def test_an_ordinary_user_gets_virtual_machines(image: Image, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("vm_images.image.find_image", lambda _profile: image)
    monkeypatch.setattr(kvm, "kvm_works", lambda _disk: False)
    monkeypatch.setattr("os.geteuid", lambda: 1000)
    assert registry.default_name() == "nspawn", "no machine has a disk: its error says what needs root"
    (image.manifest.parent / "vm").mkdir()
    assert registry.default_name() == "libvirt"
    monkeypatch.setattr("os.geteuid", lambda: 0)
    assert registry.default_name() == "nspawn"


def test_an_ordinary_user_cleans_up_machines_alone(image: Image, monkeypatch: pytest.MonkeyPatch) -> None:
    def unasked() -> None:
        raise AssertionError("containers are root's")

    def no_daemon(_uri: str = "") -> None:
        raise UsageError("libvirt does not answer")

    monkeypatch.setattr("os.geteuid", lambda: 1000)
    monkeypatch.setattr("controller.guests.nspawn.leftovers.remove_leftovers", unasked)
    monkeypatch.setattr(libvirt_connection, "LibvirtConnection", no_daemon)
    assert leftovers.remove_leftovers() == []


def test_the_keys_are_private_and_not_shown(image: Image) -> None:
    store = snapshots_of(image)
    make(store, "desktop")
    snapshot = store.get("desktop")
    assert (snapshot.folder / "snapshot.json").stat().st_mode & 0o777 == 0o600
    assert "secret" not in repr(snapshot.record)


def test_no_disk_names_the_command(image: Image) -> None:
    with pytest.raises(ImageError, match="no virtual machine's disk") as raised:
        find_disk(image)
    assert "image build --format qcow2" in raised.value.hint


def test_a_daemon_that_does_not_answer(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="does not answer") as raised:
        LibvirtConnection(f"qemu+unix:///system?socket={tmp_path}/none")
    assert "apt-get install" in raised.value.hint
    assert "systemctl start libvirtd" in raised.value.hint


def test_a_users_own_daemon_is_not_to_be_started(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(_uri: str) -> None:
        raise libvirt.libvirtError("no daemon")

    monkeypatch.setattr(libvirt, "open", refuse)
    with pytest.raises(UsageError, match="qemu:///session") as raised:
        LibvirtConnection("qemu:///session")
    assert raised.value.hint.startswith("sudo apt-get install")
    assert "systemctl" not in raised.value.hint


@pytest.fixture
def start_script(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    """A script in place of `scripts/start-libvirtd`, for root on a machine without systemd and without a daemon."""

    def refuse(_uri: str) -> None:
        raise libvirt.libvirtError("no daemon")

    script = tmp_path / "start-libvirtd"
    script.write_text(f"#!/bin/sh\necho started >>{tmp_path}/log\n")
    script.chmod(0o755)
    monkeypatch.setattr(libvirt, "open", refuse)
    monkeypatch.setattr(libvirt_connection, "START_SCRIPT", script)
    monkeypatch.setattr(libvirt_connection, "SYSTEMD", tmp_path / "systemd")
    monkeypatch.setattr(libvirt_connection.os, "geteuid", lambda: 0)
    monkeypatch.setattr(libvirt_connection.shutil, "which", lambda program: f"/usr/sbin/{program}")
    return script


def test_root_without_systemd_starts_the_daemon(start_script: Path) -> None:
    start_daemon("qemu:///system")
    assert (start_script.parent / "log").read_text() == "started\n"


def test_a_daemon_that_does_not_start_tells_why(start_script: Path) -> None:
    start_script.write_text("#!/bin/sh\necho 'no /dev/net/tun' >&2\nexit 1\n")
    with pytest.raises(UsageError, match="libvirtd did not start: no /dev/net/tun") as raised:
        start_daemon("qemu:///system")
    assert str(start_script) in raised.value.hint


@pytest.mark.parametrize("reason", ["session", "user", "systemd", "no package", "installed", "answers"])
def test_no_daemon_is_started(reason: str, start_script: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    uri = "qemu:///session" if reason == "session" else "qemu:///system"
    match reason:
        case "user":
            monkeypatch.setattr(libvirt_connection.os, "geteuid", lambda: 1000)
        case "systemd":
            libvirt_connection.SYSTEMD.mkdir()
        case "no package":
            monkeypatch.setattr(libvirt_connection.shutil, "which", lambda _program: None)
        case "installed":
            start_script.unlink()
        case "answers":
            monkeypatch.setattr(libvirt, "open", lambda _uri: OPEN("test:///default"))
    start_daemon(uri)
    assert not (start_script.parent / "log").exists()


def test_which_daemon_is_asked(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("LIBVIRT_DEFAULT_URI", raising=False)
    monkeypatch.setattr(libvirt_connection.os, "geteuid", lambda: 1000)
    assert default_uri() == "qemu:///session"
    monkeypatch.setenv("LIBVIRT_DEFAULT_URI", "qemu+ssh://host/system")
    assert default_uri() == "qemu+ssh://host/system"


@pytest.mark.parametrize(
    ("flags", "can"), [("fpu vmx sse", True), ("fpu svm", True), ("fpu sse vmxoff", False), ("", False)]
)
def test_the_processors_flags(flags: str, can: bool) -> None:
    assert has_virtualization(f"model name\t: vmx svm\nflags\t\t: {flags}\n") is can


def test_a_device_alone_proves_nothing(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    device = tmp_path / "kvm"
    device.touch()
    monkeypatch.setattr(kvm, "DEVICE", device)
    monkeypatch.setattr(kvm, "has_virtualization", lambda _cpuinfo: False)
    assert not kvm_works(DISK)


def test_the_boot_is_tried_once(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("TESTBED_DATA", str(tmp_path))
    device, kernel = tmp_path / "kvm", tmp_path / "vmlinuz"
    device.touch()
    kernel.touch()
    tries: list[Path] = []

    def boots(kernel: Path) -> bool:
        tries.append(kernel)
        return True

    monkeypatch.setattr(kvm, "DEVICE", device)
    monkeypatch.setattr(kvm, "has_virtualization", lambda _cpuinfo: True)
    monkeypatch.setattr(kvm, "boots", boots)
    monkeypatch.setattr(kvm, "EMULATOR", sys.executable)  # only its version is asked for
    disk = replace(DISK, kernel=kernel)
    assert kvm_works(disk) and kvm_works(disk)
    assert tries == [kernel]
    assert list(json.loads((tmp_path / "cache/kvm.json").read_text()).values()) == [True]


def test_secrets_are_passed_by_a_file_that_only_its_owner_reads(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """QEMU's command line and the domain's XML are for all users of the host to read."""
    created: list[tuple[str, str, int]] = []

    def create(xml: str) -> None:
        [entry] = ElementTree.fromstring(xml).iter("entry")
        assert entry.attrib["name"] == "opt/io.systemd.credentials/tmpfiles.extra" and not entry.text
        file = Path(entry.attrib["file"])
        created.append((xml, file.read_text(), file.stat().st_mode & 0o777))

    state = Mock(folder=tmp_path)
    state.name = "testbed-1"
    monkeypatch.setattr(machine, "allocate", lambda *_: state)
    monkeypatch.setattr(VirtualMachine, "_make_overlay", lambda *_: None)
    started = VirtualMachine(Mock(create=create), Mock(), SPEC, Mock())
    started.boot("f+ /etc/testbed/token 0400 user user - canary")
    [(xml, content, mode)] = created
    assert "canary" in content and "canary" not in xml and mode == 0o600
    assert list(tmp_path.iterdir()) == []


def test_a_headless_machine_boots_its_own_unit() -> None:
    def command_line(spec: DomainSpec) -> str:
        return ElementTree.fromstring(domain_xml(spec)).findtext("os/cmdline", "")

    headless = replace(SPEC, unit="testbed-headless.target")
    assert command_line(headless) == f"{command_line(SPEC)} systemd.unit=testbed-headless.target"
    assert hardware_hash(headless, "1280x720") == hardware_hash(SPEC, "1280x720")
