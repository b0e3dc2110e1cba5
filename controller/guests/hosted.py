"""The base of providers whose guests run on this host."""

from __future__ import annotations

import threading
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from typing import ClassVar, Generic, TypeVar

from controller.core.guest import Guest
from controller.guests.booting import Booting
from controller.guests.link import access as guest_access
from controller.guests.link.access import GuestAccess
from controller.guests.link.ssh import KeyPair
from controller.guests.link.ssh_guest import SshGuest
from controller.guests.provider import DESKTOP, GuestOptions
from controller.guests.screen_size import display_settings, size_text
from testbed.errors import CancelledError, GuestBootError, GuestError
from vm_images.image import Image, hold_image

Machine = TypeVar("Machine", bound=Booting)
SSH_PORT = 22


class HostedProvider(ABC, Generic[Machine]):
    """See `Provider`. A subclass starts guests and says which snapshots there are."""

    name: ClassVar[str]
    guest_type: ClassVar[type[SshGuest]] = SshGuest

    def __init__(self, image: Image, options: GuestOptions | None) -> None:
        self._image = image
        self._options = options or GuestOptions()
        screen = self._options.width, self._options.height, self._options.scale
        self._screen, self._display = size_text(*screen), display_settings(*screen)
        self._machines: dict[str, tuple[Machine, SshGuest]] = {}
        self._booting: dict[str, tuple[Machine, SshGuest | None]] = {}
        self._lock = threading.Lock()
        self._stopping = ThreadPoolExecutor(thread_name_prefix=f"{self.name}-stop")
        self._hold = hold_image(image)

    @property
    def max_guests(self) -> int | None:
        return None

    @property
    def image_hash(self) -> str:
        return self._image.hash

    @abstractmethod
    def start(self, snapshot: str = DESKTOP) -> Guest: ...

    def reset(self, guest: Guest, snapshot: str = DESKTOP) -> Guest:
        """Start a fresh guest and remove the old one meanwhile; see `Provider.reset`."""
        removal = self._stopping.submit(self.stop, guest)
        fresh = self.start(snapshot)
        if removal.done():
            removal.result()
        return fresh

    def stop(self, guest: Guest) -> None:
        """Stop a guest; see `Provider.stop`."""
        with self._lock:
            running = self._machines.pop(guest.name, None)
        if running:
            machine, ssh_guest = running
            ssh_guest.disconnect()
            machine.destroy()

    def stop_waiting(self) -> None:
        """Give up all guests that boot now; see `WaitingProvider.stop_waiting`."""
        with self._lock:
            booting = list(self._booting.values())
        for machine, guest in booting:
            machine.give_up()
            if guest is not None:  # a call that waits for its answer ends with an error
                guest.disconnect()

    def close(self) -> None:
        """Stop all guests; see `Provider.close`."""
        with self._lock:
            guests = [guest for _, guest in self._machines.values()]
        for removal in [self._stopping.submit(self.stop, guest) for guest in guests]:
            removal.result()
        self._stopping.shutdown(wait=True)
        self._hold.close()

    def _bring_up(self, machine: Machine, bring_up: Callable[[Machine], SshGuest]) -> SshGuest:
        """Start a machine's guest; destroy the machine if it does not come up.

        Raises GuestBootError, CancelledError.
        """
        with self._waiting(machine):
            try:
                guest = bring_up(machine)
            except BaseException as error:
                machine.destroy()
                unknown = isinstance(error, GuestError) and not isinstance(error, GuestBootError)
                if unknown and not machine.given_up:
                    raise machine.boot_error(f"did not come up: {error}") from error
                raise
        guest_access.set_activity(guest.name, "")
        with self._lock:
            self._machines[guest.name] = (machine, guest)
        return guest

    @contextmanager
    def _waiting(self, machine: Machine) -> Iterator[None]:
        """Let `stop_waiting` give up a machine meanwhile: what the guest raises then is a CancelledError."""
        with self._lock:
            self._booting[machine.name] = (machine, None)
        try:
            yield
        except GuestError as error:
            if machine.given_up:
                raise CancelledError("interrupted") from error
            raise
        finally:
            with self._lock:
                self._booting.pop(machine.name, None)

    @contextmanager
    def _connect(
        self,
        machine: Machine,
        address: str,
        *,
        port: int = SSH_PORT,
        user_key: KeyPair,
        host_key: KeyPair,
        token: str,
        slowness: float = 1.0,
    ) -> Iterator[SshGuest]:
        """Publish a guest and connect to it while it boots; disconnect if that fails."""
        access = GuestAccess(
            provider=self.name,
            name=machine.name,
            address=address,
            port=port,
            user_key=user_key.private,
            host_key=host_key.public,
            token=token,
            console_log=str(machine.console),
            image=self.image_hash,
            memory_mib=self._options.memory_mib,
            slowness=slowness,
            doing="booting",
        )
        guest_access.publish(access)
        guest = guest_access.connect_guest(access, self.guest_type)
        with self._lock:
            if machine.name in self._booting:
                self._booting[machine.name] = (machine, guest)
        try:
            yield guest
        except BaseException:
            guest.disconnect()
            raise
