"""Guests run by systemd-nspawn over an overlay of the image: no KVM needed, ready in seconds."""

from __future__ import annotations

import secrets
import threading
from concurrent.futures import ThreadPoolExecutor

from controller import guest_access
from controller.errors import GuestBootError, GuestError
from controller.guest import Guest
from controller.guest_access import GuestAccess
from controller.guest_ready import wait_for_desktop, wait_for_ssh
from controller.providers.base import DESKTOP, GuestOptions, Provider
from controller.providers.booting import require_disk, require_snapshot
from controller.providers.host_tools import raise_kernel_limits, require_programs, require_root
from controller.providers.nspawn_leftovers import remove_leftovers
from controller.providers.nspawn_machine import HOSTNAME, Machine
from controller.providers.nspawn_state import allocate
from controller.ssh import KeyPair
from controller.ssh_guest import SshGuest
from vm_images.image import Image, find_image, hold_image

USER_ID = 1000
GUEST_MIB = 1536
"""Memory a guest takes at most in practice; its limit is in GuestOptions."""
BOOT_SECONDS = 180.0
"""How long a guest may take at each stage until its desktop is usable; many guests on few cores are slow."""


def create(options: GuestOptions) -> Provider:
    """The provider for the image of this host. Raises ImageError, UsageError (no root, missing programs)."""
    return NspawnProvider(find_image(), options)


class NspawnProvider:
    """Boots, resets and stops guests; see `Provider`."""

    name = "nspawn"

    def __init__(self, image: Image, options: GuestOptions | None = None) -> None:
        require_root("the nspawn provider")
        require_programs()
        raise_kernel_limits()
        self._image = image
        self._options = options or GuestOptions()
        self._machines: dict[str, tuple[Machine, SshGuest]] = {}
        self._lock = threading.Lock()
        self._stopping = ThreadPoolExecutor(thread_name_prefix="nspawn-stop")
        remove_leftovers()
        self._hold = hold_image(image)

    @property
    def image_hash(self) -> str:
        return self._image.hash

    @property
    def guest_memory_mib(self) -> int:
        return GUEST_MIB

    @property
    def snapshots(self) -> frozenset[str]:
        return frozenset({DESKTOP})

    def start(self, snapshot: str = DESKTOP) -> Guest:
        """Boot a fresh guest; see `Provider.start`."""
        require_snapshot(self, snapshot)
        require_disk()
        machine = Machine(allocate(self._image.hash), self._image.layers)
        guest = None
        try:
            guest = self._boot(machine)
        except BaseException as error:
            machine.destroy()
            if isinstance(error, GuestError) and not isinstance(error, GuestBootError):
                raise machine.boot_error(f"did not come up: {error}") from error
            raise
        with self._lock:
            self._machines[guest.name] = (machine, guest)
        return guest

    def reset(self, guest: Guest, snapshot: str = DESKTOP) -> Guest:
        """A fresh guest; the old one is removed beside its boot. See `Provider.reset`."""
        removal = self._stopping.submit(self.stop, guest)
        fresh = self.start(snapshot)
        if removal.done():
            removal.result()
        return fresh

    def stop(self, guest: Guest) -> None:
        """Stop a guest; see `Provider.stop`."""
        with self._lock:
            found = self._machines.pop(guest.name, None)
        if found:
            machine, ssh_guest = found
            ssh_guest.disconnect()
            machine.destroy()

    def close(self) -> None:
        """Stop all guests; see `Provider.close`."""
        with self._lock:
            guests = [guest for _, guest in self._machines.values()]
        for removal in [self._stopping.submit(self.stop, guest) for guest in guests]:
            removal.result()
        self._stopping.shutdown(wait=True)
        self._hold.close()

    def _boot(self, machine: Machine) -> SshGuest:
        user_key, host_key, token = KeyPair.generate(), KeyPair.generate(), secrets.token_urlsafe(32)
        machine.prepare()
        machine.place("/etc/hostname", f"{HOSTNAME}\n".encode())
        machine.place("/etc/testbed/token", token.encode(), uid=USER_ID, mode=0o400)
        machine.place("/root/.ssh/authorized_keys", f"{user_key.public}\n".encode(), mode=0o600)
        machine.place("/etc/ssh/ssh_host_ed25519_key", host_key.private.encode(), mode=0o600)
        machine.place("/etc/ssh/ssh_host_ed25519_key.pub", f"{host_key.public}\n".encode())
        size = f"{self._options.width}x{self._options.height}"
        machine.place("/etc/testbed/display.env", f"GEOMETRY={size}\n".encode())
        machine.launch(self._options)
        machine.connect_network()
        access = GuestAccess(
            provider=self.name,
            name=machine.state.name,
            address=machine.state.guest_address,
            user_key=user_key.private,
            host_key=host_key.public,
            token=token,
            console_log=str(machine.console),
            image=self.image_hash,
            memory_mib=self._options.memory_mib,
            doing="booting",
        )
        guest_access.publish(access)
        guest = guest_access.connect(access)
        try:
            wait_for_ssh(guest.ssh, machine.wait_alive, seconds=BOOT_SECONDS)
            wait_for_desktop(guest, machine.wait_alive, seconds=BOOT_SECONDS)
        except BaseException:
            guest.disconnect()
            raise
        guest_access.tell(guest.name, "")
        return guest
