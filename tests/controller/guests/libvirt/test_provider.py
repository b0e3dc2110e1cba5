"""Checkpoints of machines as far as they need no machine: what is discarded, what is refused, what is left over."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from unittest.mock import Mock

import pytest

from controller.guests.checkpoints import checkpoints_folder
from controller.guests.libvirt import provider as providers
from controller.guests.libvirt.leftovers import remove_leftovers
from controller.guests.libvirt.machine import MachineKeys, MachineRecord
from controller.guests.libvirt.provider import LibvirtProvider
from controller.guests.link import host_state
from controller.guests.provider import ForkingProvider
from controller.guests.snapshots import Snapshot
from testbed.errors import GuestConnectionError, ImageError
from tests.controller.guests.libvirt.test_parts import DISK
from vm_images.image import Image


@pytest.fixture
def connection(image: Image, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Mock:
    monkeypatch.setattr(host_state, "HOST_STATES", tmp_path / "states")
    connection = Mock(uri="test:///default")
    connection.current.return_value.listAllDomains.return_value = []
    connection.confines_files.return_value = False
    connection.emulator_version.return_value = 7_002_000
    return connection


@pytest.fixture
def provider(connection: Mock, image: Image, monkeypatch: pytest.MonkeyPatch) -> Iterator[LibvirtProvider]:
    monkeypatch.setattr(providers, "find_disk", lambda _image: DISK)
    monkeypatch.setattr(providers, "kvm_works", lambda _disk: False)
    monkeypatch.setattr(providers, "start_daemon", lambda _uri: None)
    monkeypatch.setattr(providers, "require_disk", lambda: None)
    monkeypatch.setattr(providers, "LibvirtConnection", lambda _uri: connection)
    image.manifest.write_text("{}")
    provider = LibvirtProvider(image)
    yield provider
    provider.close()


def save(provider: LibvirtProvider) -> Snapshot[MachineRecord]:
    def write(snapshot: Snapshot[MachineRecord]) -> None:
        for name in ("disk.qcow2", "devices", "memory.image"):
            (snapshot.folder / name).touch()

    keys = MachineKeys.generate()
    name = provider._checkpoints.save((), lambda name: provider._record(name, "", keys), write)
    line = provider._checkpoints.line(name)
    assert line
    return line[-1]


def test_memory_is_gone_with_discard_and_the_disk_when_nothing_builds_on_it(
    provider: LibvirtProvider,
) -> None:
    saved = save(provider)
    with saved.hold():
        provider.discard(saved.record.name)
        assert {file.name for file in saved.folder.iterdir()} == {"disk.qcow2", "snapshot.json"}
    provider.stop(Mock())
    assert not saved.folder.exists()
    for call in (provider.discard, provider.start):
        with pytest.raises(ImageError, match=saved.record.name):
            call(saved.record.name)


def test_close_discards_all(provider: LibvirtProvider) -> None:
    saved = save(provider)
    provider.close()
    assert not saved.folder.exists()


def test_a_guest_that_does_not_run_cannot_be_saved(provider: LibvirtProvider) -> None:
    assert isinstance(provider, ForkingProvider)
    stopped = Mock()
    stopped.name = "testbed-1"
    with pytest.raises(GuestConnectionError, match="testbed-1 has been stopped"):
        provider.checkpoint(stopped)


def test_checkpoints_of_ended_processes_are_left_over(connection: Mock) -> None:
    folder = checkpoints_folder() / "checkpoint-1"
    folder.mkdir(parents=True)
    assert [(each.kind, each.path) for each in remove_leftovers(connection)] == [("checkpoint", folder)]
    assert not folder.exists()
