"""Virtual machines for tests: the real provider, under KVM where that works and QEMU's emulation elsewhere."""

import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

from controller.core.guest import Guest
from controller.guests.libvirt.provider import LibvirtProvider
from controller.guests.provider import GuestOptions
from vm_images.disk import build_disk
from vm_images.image import find_image

ROOT = Path(__file__).parents[3]


@pytest.fixture(scope="session")
def vms() -> Iterator[LibvirtProvider]:
    """Starts machines of this host's image; what is needed for that is started and built first."""
    subprocess.run([str(ROOT / "scripts/start-libvirtd")], check=True)
    image = find_image()
    build_disk(image, print)
    provider = LibvirtProvider(image, GuestOptions())
    yield provider
    provider.close()


@pytest.fixture(scope="module")
def guest(vms: LibvirtProvider) -> Iterator[Guest]:
    """One fresh machine for the tests of a file."""
    guest = vms.start()
    yield guest
    vms.stop(guest)
