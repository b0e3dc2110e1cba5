"""Guests run by systemd-nspawn over an overlay of the image: no KVM needed, ready in seconds."""

from __future__ import annotations

import secrets
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial

from controller.core.guest import Guest
from controller.guests.booting import HEADLESS_UNIT, require_disk, require_snapshot
from controller.guests.host_tools import raise_kernel_limits, require_programs, require_root
from controller.guests.hosted import HostedProvider
from controller.guests.link.ready import wait_for_desktop, wait_for_ssh, wait_for_tools
from controller.guests.link.ssh import KeyPair
from controller.guests.link.ssh_guest import SshGuest
from controller.guests.network_access import CLOSED
from controller.guests.nspawn.container import HOSTNAME, Container
from controller.guests.nspawn.internet import PACKAGES as INTERNET_PACKAGES
from controller.guests.nspawn.leftovers import remove_leftovers
from controller.guests.nspawn.pausing import ContainerGuest
from controller.guests.nspawn.state import allocate
from controller.guests.provider import DESKTOP, HEADLESS, SNAPSHOTS, GuestOptions
from vm_images.image import Image

USER_ID = 1000
GUEST_MIB = 1536
"""Memory a guest takes at most in practice; its limit is in GuestOptions."""
_RUNTIME_FOLDER = b"[Login]\nRuntimeDirectorySize=256M\nRuntimeDirectoryInodesMax=100k\n"
"""Limits of /run/user/1000, whose default is a part of the host's memory."""
BOOT_SECONDS = 180.0
"""How long a guest may take at each stage until its desktop is usable; many guests on few cores are slow."""


class NspawnProvider(HostedProvider[Container]):
    """Boots, resets and stops guests; see `Provider`."""

    name = "nspawn"
    guest_type = ContainerGuest

    def __init__(self, image: Image, options: GuestOptions | None = None) -> None:
        require_root("the nspawn provider", "use virtual machines: --provider libvirt")
        require_programs()
        if options is not None and options.network != CLOSED:
            require_programs(INTERNET_PACKAGES)
        raise_kernel_limits()
        remove_leftovers()
        super().__init__(image, options)

    @property
    def guest_memory_mib(self) -> int:
        return GUEST_MIB

    @property
    def snapshots(self) -> frozenset[str]:
        return SNAPSHOTS

    def start(self, snapshot: str = DESKTOP) -> Guest:
        """Boot a fresh guest; see `Provider.start`."""
        require_snapshot(self, snapshot)
        require_disk()
        machine = Container(allocate(self._image.hash), self._image.layers)
        headless = snapshot == HEADLESS
        return self._bring_up(machine, partial(self._boot, self._options, headless=headless))

    def _boot(self, options: GuestOptions, machine: Container, *, headless: bool) -> SshGuest:
        machine.prepare()
        machine.place("/etc/hostname", f"{HOSTNAME}\n".encode())
        machine.place("/etc/testbed/display.env", self._display.encode())
        machine.place("/etc/systemd/logind.conf.d/testbed.conf", _RUNTIME_FOLDER)
        with self._running(options, machine, HEADLESS_UNIT if headless else "") as guest:
            wait = wait_for_tools if headless else wait_for_desktop
            wait(guest, machine.wait_alive, seconds=BOOT_SECONDS)
        return guest

    @contextmanager
    def _running(self, options: GuestOptions, machine: Container, unit: str = "") -> Iterator[SshGuest]:
        """Give a prepared machine keys of its own, start it and connect to it; disconnect if the block fails."""
        user_key, host_key, token = KeyPair.generate(), KeyPair.generate(), secrets.token_urlsafe(32)
        machine.place("/etc/testbed/token", token.encode(), uid=USER_ID, mode=0o400)
        machine.place("/root/.ssh/authorized_keys", f"{user_key.public}\n".encode(), mode=0o600)
        machine.place("/etc/ssh/ssh_host_ed25519_key", host_key.private.encode(), mode=0o600)
        machine.place("/etc/ssh/ssh_host_ed25519_key.pub", f"{host_key.public}\n".encode())
        if options.network != CLOSED:
            machine.place("/etc/resolv.conf", f"nameserver {machine.state.host_address}\n".encode())
        machine.launch(options, unit)
        machine.connect_network()
        address = machine.state.guest_address
        with self._connect(machine, address, user_key=user_key, host_key=host_key, token=token) as guest:
            wait_for_ssh(guest.ssh, machine.wait_alive, seconds=BOOT_SECONDS)
            yield guest
