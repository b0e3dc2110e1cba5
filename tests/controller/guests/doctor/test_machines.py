"""What the doctor says of virtual machines: each lack is named, with its remedy, and none keeps guests from running."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from controller.guests import host_tools
from controller.guests.doctor import machines as doctor_machines
from controller.guests.doctor.machines import check_binding, check_daemon, check_kvm, check_qemu
from controller.guests.libvirt import kvm
from testbed.errors import ImageError


@pytest.fixture
def processor(monkeypatch: pytest.MonkeyPatch) -> Callable[[str], None]:
    """Let the processor show these flags."""
    read = Path.read_text

    def show(flags: str) -> None:
        text = f"flags : fpu {flags}"
        monkeypatch.setattr(
            Path, "read_text", lambda self: text if str(self) == "/proc/cpuinfo" else read(self)
        )

    return show


@pytest.fixture
def device(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    """A file in the place of /dev/kvm."""
    path = tmp_path / "kvm"
    path.touch()
    monkeypatch.setattr(kvm, "DEVICE", path)
    monkeypatch.setattr("platform.machine", lambda: "x86_64")
    return path


@pytest.fixture
def proof(monkeypatch: pytest.MonkeyPatch) -> list[bool]:
    """An image with a disk, and QEMU; the probe answers with the list's first."""
    answers = [True]
    monkeypatch.setattr(doctor_machines, "find_image", lambda: None)
    monkeypatch.setattr(doctor_machines, "find_disk", lambda _image: None)
    monkeypatch.setattr(doctor_machines, "host_run", lambda _argv: "QEMU emulator version 10.0\nCopyright")
    monkeypatch.setattr(kvm, "kvm_works", lambda _disk: answers[0])
    return answers


def test_without_the_binding_its_extra_is_the_remedy(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("importlib.util.find_spec", lambda _name: None)
    finding = check_binding()
    assert finding.status == "warn" and "-m pip install libvirt-python==" in finding.remedy
    daemon = check_daemon()
    assert (daemon.status, daemon.remedy) == ("warn", "install libvirt-python first")


def test_a_binding_that_cannot_be_loaded_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("importlib.util.find_spec", lambda name: name)
    monkeypatch.setitem(sys.modules, "libvirt", None)
    finding = check_binding()
    assert finding.status == "warn" and "cannot be imported" in finding.found


def test_a_daemon_that_does_not_answer_is_named_with_its_address(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    pytest.importorskip("libvirt")
    uri = f"qemu+unix:///session?socket={tmp_path / 'no-socket'}"
    monkeypatch.setenv("LIBVIRT_DEFAULT_URI", uri)
    finding = check_daemon()
    assert finding.status == "warn" and uri in finding.found
    assert "systemctl start libvirtd" in finding.remedy and "LIBVIRT_DEFAULT_URI" in finding.remedy


def test_a_daemon_that_guests_can_start_is_no_problem(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    pytest.importorskip("libvirt")
    monkeypatch.setenv("LIBVIRT_DEFAULT_URI", f"qemu+unix:///session?socket={tmp_path / 'no-socket'}")
    monkeypatch.setattr("controller.guests.libvirt.connection.can_start_daemon", lambda _uri: True)
    finding = check_daemon()
    assert finding.status == "ok" and finding.found == "does not run; --provider libvirt starts it"


def test_a_daemon_that_answers_tells_its_version(monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("libvirt")
    monkeypatch.setenv("LIBVIRT_DEFAULT_URI", "test:///default")
    finding = check_daemon()
    assert finding.status == "ok" and finding.found.endswith(" at test:///default")
    assert check_binding().status == "ok"


def test_no_qemu(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(kvm, "EMULATOR", "qemu-system-none")
    finding = check_qemu()
    assert finding.status == "warn" and "qemu-system-x86 " in finding.remedy


def test_no_device(device: Path) -> None:
    device.unlink()
    assert check_kvm().found == f"no {device}"


def test_a_kvm_device_alone_proves_nothing(device: Path, processor: Callable[[str], None]) -> None:
    processor("sse2 pni")
    finding = check_kvm()
    assert finding.status == "warn"
    assert "neither vmx nor svm" in finding.found


def test_a_device_that_may_not_be_opened(
    device: Path, processor: Callable[[str], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    processor("vmx")
    monkeypatch.setattr(os, "access", lambda *_: False)
    assert check_kvm().remedy == "join the group kvm"


@pytest.mark.usefixtures("device")
def test_kvm_is_proven_by_a_boot(processor: Callable[[str], None], proof: list[bool]) -> None:
    processor("svm")
    assert (check_kvm().status, check_qemu().found) == ("ok", "QEMU emulator version 10.0")
    proof[0] = False
    finding = check_kvm()
    assert finding.status == "warn" and "does not boot the image's kernel" in finding.found


@pytest.mark.usefixtures("device", "proof")
def test_without_a_disk_or_qemu_nothing_is_proven(
    processor: Callable[[str], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    def none(_image: object) -> None:
        raise ImageError("the image has no virtual machine's disk", hint="run: testbed image build")

    processor("vmx")
    monkeypatch.setattr(doctor_machines, "host_run", host_tools.host_run)
    monkeypatch.setattr(kvm, "EMULATOR", "qemu-system-none")
    assert check_kvm().remedy == "install QEMU first"
    monkeypatch.setattr(doctor_machines, "find_disk", none)
    finding = check_kvm()
    assert finding.found.startswith("not proven: ") and finding.remedy == "run: testbed image build"
