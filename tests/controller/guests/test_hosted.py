"""Providers of guests of this host: a boot that is given up ends at once and leaves nothing."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from controller.core.guest import Guest
from controller.guests.booting import Booting
from controller.guests.hosted import HostedProvider
from controller.guests.link.ssh_guest import SshGuest
from controller.guests.provider import DESKTOP, SNAPSHOTS
from controller.runs.guest_pool import GuestPool
from testbed.errors import CancelledError, GuestBootError, GuestConnectionError
from vm_images.image import Image

BOOT_SECONDS = 120.0


class Machine(Booting):
    """A machine that runs, and whose guest never comes up."""

    def __init__(self, folder: Path) -> None:
        super().__init__("stuck", folder / "console")
        self.waits = threading.Event()
        self.destroyed = 0

    def end_reason(self) -> str:
        self.waits.set()
        return ""

    def given_up_within(self, seconds: float) -> bool:
        return self._given_up.wait(seconds)

    def destroy(self) -> None:
        self.destroyed += 1


class Provider(HostedProvider[Machine]):
    name = "stuck"

    def __init__(self, image: Image, machine: Machine, bring_up: Callable[[Machine], SshGuest]) -> None:
        super().__init__(image, None)
        self._machine = machine
        self._boot = bring_up

    @property
    def guest_memory_mib(self) -> int:
        return 1

    @property
    def snapshots(self) -> frozenset[str]:
        return SNAPSHOTS

    def start(self, snapshot: str = DESKTOP) -> Guest:
        return self._bring_up(self._machine, self._boot)


def _wait(machine: Machine) -> SshGuest:
    return machine.wait_alive(lambda: None, BOOT_SECONDS, "ssh to answer")


def _call_that_fails(machine: Machine) -> SshGuest:
    """As a call does that waits for the guest's answer when its connection is closed."""
    machine.waits.set()
    assert machine.given_up_within(BOOT_SECONDS)
    raise GuestConnectionError("the connection is closed")


@pytest.fixture
def image(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Image:
    """An image of which the manifest alone is there."""
    monkeypatch.setenv("TESTBED_DATA", str(tmp_path))
    manifest = tmp_path / "image.json"
    manifest.write_text("{}")
    return Image("stuck-1", "1", "debian-12", (), manifest)


@pytest.fixture
def machine(tmp_path: Path, image: Image) -> Machine:
    (tmp_path / "guests").mkdir()
    return Machine(tmp_path)


@pytest.mark.parametrize("boot", [_wait, _call_that_fails])
def test_a_pool_that_closes_does_not_wait_for_boots(
    machine: Machine, image: Image, boot: Callable[[Machine], SshGuest]
) -> None:
    provider = Provider(image, machine, boot)
    pool = GuestPool(provider, 1, [DESKTOP])
    taken: list[BaseException] = []
    cancel = threading.Event()

    def take() -> None:
        try:
            pool.take(cancel, DESKTOP)
        except CancelledError as error:
            taken.append(error)

    worker = threading.Thread(target=take)
    worker.start()
    assert machine.waits.wait(30)
    began = time.monotonic()
    cancel.set()
    pool.close()
    provider.close()
    worker.join(30)
    assert time.monotonic() - began < 10
    assert machine.destroyed == 1 and len(taken) == 1


def test_a_boot_that_nobody_gives_up_still_fails_in_words(machine: Machine) -> None:
    with pytest.raises(GuestBootError, match=r"timed out after 0\.1 s waiting for ssh"):
        machine.wait_alive(lambda: None, 0.1, "ssh")
