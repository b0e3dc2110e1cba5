"""Containers that CRIU freezes and thaws: as closed as systemd-nspawn's, and the same desktop in every copy."""

from __future__ import annotations

import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from controller.core.guest import Guest
from controller.guests.frozen.container import FreezableContainer
from controller.guests.frozen.criu import fetch_criu
from controller.guests.frozen.freeze import UPPER, freeze
from controller.guests.frozen.hardening import hardening_of_nspawn, read_hardening
from controller.guests.frozen.thawed import ThawedContainer
from controller.guests.link.ready import wait_for_screenshot, wait_for_ssh
from controller.guests.link.ssh_guest import SshGuest
from controller.guests.nspawn.container import Container
from controller.guests.nspawn.provider import NspawnProvider
from controller.guests.nspawn.state import allocate
from vm_images.image import Image, find_image

pytestmark = [pytest.mark.guest, pytest.mark.root, pytest.mark.long]


class FreezingProvider(NspawnProvider):
    """Boots containers that can be frozen, and thaws them; the keys of the last boot are kept."""

    def __init__(self, image: Image) -> None:
        super().__init__(image)
        self.hardening = hardening_of_nspawn(image)
        self._keys: dict[str, Any] = {}

    def start(self, snapshot: str = "desktop") -> Guest:
        machine = FreezableContainer(allocate(self._image.hash), self._image.layers, self.hardening)
        return self._bring_up(machine, partial(self._boot, headless=snapshot == "headless"))

    def _connect(self, machine: Container, address: str, **keys: Any) -> Any:
        self._keys = keys
        return super()._connect(machine, address, **keys)

    def freeze(self, guest: Guest, folder: Path) -> Frozen:
        machine, ssh_guest = self._machines[guest.name]
        ssh_guest.disconnect()
        assert isinstance(machine, FreezableContainer)
        freeze(machine, fetch_criu(), folder)
        self.stop(guest)
        return Frozen(folder, machine.state.shift, self._keys)

    def thaw(self, frozen: Frozen) -> Guest:
        layers = [*((layer, 0) for layer in self._image.layers), (frozen.folder / UPPER, frozen.shift)]
        machine = ThawedContainer(allocate(self._image.hash), layers, frozen.folder, fetch_criu())

        def bring_up(machine: Container) -> SshGuest:
            machine.prepare()
            machine.launch(self._options)
            machine.connect_network()
            with super(FreezingProvider, self)._connect(
                machine, machine.state.guest_address, **frozen.keys
            ) as guest:
                wait_for_ssh(guest.ssh, machine.wait_alive, seconds=60)
                wait_for_screenshot(guest, machine.wait_alive, seconds=60)
            return guest

        return self._bring_up(machine, bring_up)


@dataclass(frozen=True)
class Frozen:
    folder: Path
    shift: int
    keys: dict[str, Any] = field(repr=False)


@pytest.fixture(scope="module")
def freezing() -> Iterator[FreezingProvider]:
    provider = FreezingProvider(find_image())
    yield provider
    provider.close()


def screenshot(guest: Guest) -> bytes:
    return guest.call_tool("computer.screenshot", {}).images[0]


def test_a_container_may_do_what_nspawns_may(freezing: FreezingProvider) -> None:
    guest = freezing.start("headless")
    machine, _ = freezing._machines[guest.name]
    leader = machine.first_process()
    assert leader is not None
    assert read_hardening(leader) == freezing.hardening
    assert freezing.hardening.filters and 21 in {*range(64)} - {*freezing.hardening.dropped_capabilities}
    read_only = {
        line.split()[4]
        for line in guest.run(["cat", "/proc/1/mountinfo"]).text.splitlines()
        if line.split()[5].startswith("ro")
    }
    assert {"/proc/sys", "/proc/bus", "/proc/fs", "/proc/irq", "/sys"} <= read_only
    freezing.stop(guest)


def test_thawed_copies_are_the_same_desktop_and_apart(freezing: FreezingProvider, tmp_path: Path) -> None:
    guest = freezing.start()
    before = screenshot(guest)
    tmp_path.chmod(0o711)
    frozen = freezing.freeze(guest, tmp_path)
    first, second = freezing.thaw(frozen), freezing.thaw(frozen)
    assert before == screenshot(first) == screenshot(second)
    first.write_file("/home/user/Desktop/first.txt", b"x")
    deadline = time.monotonic() + 30
    while screenshot(first) == before:  # the desktop's icons see the file: watches are alive
        assert time.monotonic() < deadline
    assert screenshot(second) == before
    assert second.run(["ls", "/home/user/Desktop"]).text == ""
    for copy in (first, second):
        assert copy.run(["systemctl", "--failed", "--quiet"]).text == ""
        assert copy.run(["systemctl", "--user", "--failed", "--quiet"], as_user=True).text == ""
        machine, _ = freezing._machines[copy.name]
        leader = machine.first_process()
        assert leader is not None
        assert read_hardening(leader) == freezing.hardening
        groups = Path(f"/proc/{leader}/cgroup").read_text()
        assert f"0::/{copy.name}/payload/init.scope" in groups
        limits = [line for line in groups.splitlines() if line.split(":")[1] in ("memory", "pids", "cpu")]
        assert all(line.endswith(f":/{copy.name}") for line in limits), limits
        freezing.stop(copy)
