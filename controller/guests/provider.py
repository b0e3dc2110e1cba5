"""What every provider of guests can do. A provider is conformant if it passes `self_check`."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol, runtime_checkable

from controller.core.guest import Guest
from controller.guests.network_access import CLOSED

DESKTOP = "desktop"
"""The snapshot, or the state after a boot, in which the desktop is up and nothing is open."""
HEADLESS = "headless"
"""The state after a boot without the desktop's session: no X server, the tools that need no screen."""
SNAPSHOTS = frozenset({DESKTOP, HEADLESS})
"""The states after a boot. A virtual machine's are made into snapshots when they are first wanted."""


@dataclass(frozen=True, slots=True)
class GuestOptions:
    """Limits and screen of a guest.

    Attributes:
        memory_mib: Most memory it may use, in MiB.
        cpus: Most processor time it may use, in processors.
        max_processes: Most processes and threads it may have.
        disk_mib: Most disk space a container may use, in MiB; 0: all of the host's. A virtual machine's disk has
            the size of the image's.
        disk_mib_per_second: Most MiB a second a container may write to the host's disk; 0: no limit. Has an effect
            on hosts with the cgroup v2 controller `io`.
        width: Width of its screen, in pixels.
        height: Height of its screen, in pixels.
        scale: How many times larger than usual its desktop and applications draw, 1 or 2.
        location: What follows the provider's name on the command line (`--provider ssh:lab1,lab2`).
        profile: Profile of the image; "" for any distribution's. Ignored by providers that do not boot
            local images.
        network: What its applications reach outside, as `--network` takes it. Only providers that can open it
            (`ProviderSpec.opens_network`) take another than "closed".
    """

    memory_mib: int = 4096
    cpus: float = 2.0
    max_processes: int = 4096
    disk_mib: int = 8192
    disk_mib_per_second: int = 200
    width: int = 1280
    height: int = 720
    scale: int = 1
    location: str = ""
    profile: str = ""
    network: str = CLOSED


class Provider(Protocol):
    """Boots, resets and stops guests of one image.

    `create_provider` returns one by its name. Its methods may be called from several threads. A provider is
    conformant if it passes `self_check`. An example that needs neither root nor an image:

        from testbed.guests import create_provider, self_check

        provider = create_provider("fake")
        try:
            guest = provider.start()
            guest.write_file("/home/user/note.txt", b"draft")
            guest = provider.reset(guest)  # a fresh guest: the note is gone
            remaining = guest.run(["test", "-e", "/home/user/note.txt"], check=False)
            faults = [result for result in self_check(provider) if result.fault]
        finally:
            provider.close()
    """

    @property
    def name(self) -> str:
        """The name by which `create_provider` and `--provider` know it."""
        ...

    @property
    def image_hash(self) -> str:
        """The hash of the image its guests run, for the run's record."""
        ...

    @property
    def max_guests(self) -> int | None:
        """How many guests there can be at the same time; None when only the host's memory limits them."""
        ...

    @property
    def guest_memory_mib(self) -> int:
        """Memory in MiB that a guest uses at most in practice, for deciding whether one more fits."""
        ...

    @property
    def snapshots(self) -> frozenset[str]:
        """The states guests can be started in.

        `"desktop"`, `"headless"` (without its session), or an application's id when it is open and idle.
        """
        ...

    def start(self, snapshot: str = DESKTOP) -> Guest:
        """Start a fresh guest and wait until its desktop is usable; of a headless guest, its tools.

        Args:
            snapshot: The state to start from, one of `snapshots`.

        Returns:
            The guest, which no earlier start or reset has returned.

        Raises:
            GuestBootError: It does not come up. The message has the console's last lines, the hint the full log.
            ImageError: There is no such snapshot.
        """
        ...

    def reset(self, guest: Guest, snapshot: str = DESKTOP) -> Guest:
        """Replace a guest by one in a snapshot's own state.

        Args:
            guest: A running guest of this provider. It must not be used afterwards.
            snapshot: The state of the new guest, one of `snapshots`.

        Returns:
            The new guest; nothing that was done to the old one is left in it.

        Raises:
            GuestBootError: The new guest does not come up.
            ImageError: There is no such snapshot.
        """
        ...

    def stop(self, guest: Guest) -> None:
        """Stop a guest and remove all it left on the host.

        Stopping a guest that has ended or been stopped is no error. Using a stopped guest raises
        GuestConnectionError.

        Args:
            guest: A guest that this provider started.
        """
        ...

    def close(self) -> None:
        """Stop all guests this provider started. It starts none afterwards; calling it again does nothing."""
        ...


@runtime_checkable
class WaitingProvider(Provider, Protocol):
    """A provider whose `start` and `reset` can be ended while they wait, for a boot or a place on a cluster."""

    def stop_waiting(self) -> None:
        """End all present waits: they raise CancelledError and leave nothing. Later ones are not affected."""
        ...


@runtime_checkable
class ForkingProvider(Provider, Protocol):
    """A provider whose guests can be copied in the middle of their work."""

    def checkpoint(self, guest: Guest) -> str:
        """Save the state of a running guest, which stands still meanwhile and then goes on.

        No other call of the guest may be under way. Its connections with machines other than itself are ended.

        Returns:
            A name that `start` and `reset` of this provider take like those of `snapshots`, any number of times.

        Raises:
            GuestConnectionError: The guest has been stopped.
            GuestError: It cannot be saved, because of what runs in it; it goes on.
        """
        ...

    def discard(self, checkpoint: str) -> None:
        """Remove a checkpoint; its files stay until the guests that were started from it have been stopped.

        Raises ImageError if there is none of this name. `close` discards all.
        """
        ...


@dataclass(frozen=True, slots=True)
class Leftover:
    """Something a crashed controller left on the host.

    Attributes:
        kind: What it is, such as "guest", "folder" or "firewall rules".
        name: Its name.
        path: Where it is, if it is a file or folder.
    """

    kind: str
    name: str
    path: Path | None = None


@dataclass(frozen=True, slots=True)
class ProviderSpec:
    """The declaration of a provider.

    Attributes:
        create: Returns the provider, with no guest started yet. Raises ImageError when there is no guest image,
            UsageError when it cannot run on this host (not root, a kernel feature is missing).
        place: How users say where its guests are, such as "HOST[,HOST...]", for help and hints; "" for a provider that
            takes none. `GuestOptions.location` has what they gave.
        opens_network: Whether it can open its guests' network (`GuestOptions.network`).
        simulated: Whether its guests only imitate a desktop: they have tools of their own, and tasks played on them
            prove nothing.
        default_rank: Returns how well it suits this host as the default, for guests of an image's profile ("" for any):
            of testbed's own providers, that of the highest number is taken. 0, and None, for never. Raises ImageError
            when there is no image.
        uses_kvm: Returns whether its guests run under KVM on this host; None if they are no virtual machines.
        remove_leftovers: Removes what guests of dead controllers left on this host, and returns what that was; never
            touches a guest whose owner lives. None if they leave nothing here. Raises UsageError, GuestError.
        pauses_guests: Whether its guests can be paused (`PausableGuest`).
    """

    create: Callable[[GuestOptions], Provider]
    place: str = ""
    opens_network: bool = False
    simulated: bool = False
    default_rank: Callable[[str], int] | None = None
    uses_kvm: Callable[[], bool] | None = None
    remove_leftovers: Callable[[], Iterable[Leftover]] | None = None
    pauses_guests: bool = False
