"""A machine that is saved in mid-work goes on, whatever fails, and its disk is the snapshot's and one of its own."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from unittest.mock import Mock
from xml.etree import ElementTree

import libvirt
import pytest

from controller.guests.libvirt import machine as machines
from controller.guests.libvirt.machine import MachineRecord, VirtualMachine
from controller.guests.snapshots import Snapshot, write_record
from testbed.errors import GuestConnectionError, GuestError
from tests.controller.guests.libvirt.test_parts import SPEC


class Domain:
    """A running domain and its monitor; `fails` names a call that does not succeed."""

    def __init__(self, fails: str = "") -> None:
        self.calls: list[str] = []
        self.overlay = Path()
        self._fails = fails

    def suspend(self) -> None:
        self._call("suspend")

    def resume(self) -> None:
        self._call("resume")

    def snapshotCreateXML(self, xml: str, _flags: int) -> None:  # libvirt's name
        self.overlay = Path(ElementTree.fromstring(xml).find("disks/disk/source").attrib["file"])  # type: ignore[union-attr]
        self._call("snapshot")

    def monitor(self, _name: str, command: str, _files: tuple[int, ...] = (), **_: object) -> dict[str, str]:
        if command == "query-migrate":
            return {"status": "failed" if self._fails == "migrate" else "completed", "error-desc": "no space"}
        if command.startswith("migrate"):
            self.calls.append(command)
        return {}

    def _call(self, name: str) -> None:
        self.calls.append(name)
        if self._fails == name:
            raise libvirt.libvirtError(name)


Start = Callable[[Domain], VirtualMachine]


@pytest.fixture
def start(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Start]:
    """A machine on a domain, with what it has written."""
    (tmp_path / "guest").mkdir()
    state = Mock(folder=tmp_path / "guest")
    state.name = "testbed-1"
    monkeypatch.setattr(machines, "allocate", lambda *_: state)
    monkeypatch.setattr(VirtualMachine, "_make_overlay", lambda _machine, _backing, overlay: overlay.touch())

    started: list[VirtualMachine] = []

    def on(domain: Domain) -> VirtualMachine:
        connection = Mock(find=lambda _name: domain, monitor=domain.monitor)
        machine = VirtualMachine(connection, Mock(), SPEC, Mock())
        (state.folder / "disk.qcow2").write_bytes(b"written")
        started.append(machine)
        return machine

    yield on
    for machine in started:
        machine._holds.close()


@pytest.fixture
def snapshot(tmp_path: Path) -> Snapshot[MachineRecord]:
    record = MachineRecord(
        name="checkpoint-1",
        image="i",
        hardware="h",
        parent="",
        kvm=False,
        memory_mib=1,
        cpus=1,
        screen="1x1",
        user_key="",
        host_key="",
    )
    folder = tmp_path / "checkpoint-1"
    folder.mkdir()
    write_record(folder, record)
    return Snapshot(folder, record)


def test_disk_and_memory_are_of_the_moment_at_which_it_stood_still(
    start: Start, snapshot: Snapshot[MachineRecord]
) -> None:
    domain = Domain()
    machine = start(domain)
    machine.save(snapshot)
    assert domain.calls == ["suspend", "migrate-set-parameters", "migrate", "snapshot", "resume"]
    assert (snapshot.folder / "disk.qcow2").read_bytes() == b"written"
    assert (snapshot.folder / "memory").stat().st_mode & 0o777 == 0o600
    assert domain.overlay.name == "checkpoint-1.qcow2" and domain.overlay.exists()
    assert machine.line == (snapshot,)
    assert not snapshot.remove(), "the machine's disk builds on it"
    machine._holds.close()
    assert snapshot.remove()


@pytest.mark.parametrize("fails", ["migrate", "snapshot"])
def test_it_goes_on_as_before_when_it_cannot_be_saved(
    fails: str, start: Start, snapshot: Snapshot[MachineRecord]
) -> None:
    domain = Domain(fails)
    machine = start(domain)
    with pytest.raises(GuestError, match="no space" if fails == "migrate" else "libvirt: snapshot"):
        machine.save(snapshot)
    assert domain.calls[-1] == "resume"
    assert ("migrate_cancel" in domain.calls) == (fails == "migrate")
    assert machine.line == ()
    assert snapshot.remove()


@pytest.mark.parametrize(("fails", "what"), [("suspend", "does not answer"), ("resume", "does not go on")])
def test_one_that_has_ended_is_named(
    fails: str, what: str, start: Start, snapshot: Snapshot[MachineRecord]
) -> None:
    with pytest.raises(GuestConnectionError, match=f"testbed-1 {what}: libvirt: {fails}"):
        start(Domain(fails)).save(snapshot)


def test_memory_that_cannot_be_taken_apart_is_read_whole(
    start: Start,
    snapshot: Snapshot[MachineRecord],
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:
    machine = start(Domain())
    machine._spec = replace(machine._spec, maps_memory=True)

    def write(_machine: VirtualMachine, file: Path) -> None:
        file.write_bytes(b"another form")

    monkeypatch.setattr(VirtualMachine, "_write_memory", write)
    machine.save(snapshot)
    assert {file.name for file in snapshot.folder.iterdir()} == {"disk.qcow2", "memory", "snapshot.json"}
    assert "read their memory whole: the form of QEMU's stream is not known" in caplog.text
