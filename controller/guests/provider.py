"""What every provider of guests can do. `self_check.py` is the conformance suite."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

from controller.core.guest import Guest

DESKTOP = "desktop"
"""The snapshot, or the state after a boot, in which the desktop is up and nothing is open."""


@dataclass(frozen=True, slots=True)
class GuestOptions:
    """Limits and looks of a guest: memory in MiB, CPUs, processes, screen size in pixels.

    `where` is what follows the provider's name on the command line (`--provider ssh:lab1,lab2`).
    """

    memory_mib: int = 4096
    cpus: float = 2.0
    max_processes: int = 4096
    width: int = 1280
    height: int = 720
    where: str = ""


class Provider(Protocol):
    """Boots, resets and stops guests of one image. Methods may be called from several threads."""

    @property
    def name(self) -> str: ...

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
        """Memory a guest takes at most in practice, for deciding whether one more fits."""
        ...

    @property
    def snapshots(self) -> frozenset[str]:
        """The states guests can be started in: `DESKTOP`, or an application's id when it is open and idle."""
        ...

    def start(self, snapshot: str = DESKTOP) -> Guest:
        """A fresh guest in one of `snapshots`; returns when its desktop is usable.

        Raises GuestBootError (carries the console's last lines and where the full log is), ImageError when
        there is no such snapshot.
        """
        ...

    def reset(self, guest: Guest, snapshot: str = DESKTOP) -> Guest:
        """A guest in a snapshot's own state again; the one given must not be used any more.

        Raises GuestBootError, ImageError.
        """
        ...

    def stop(self, guest: Guest) -> None:
        """Stop a guest and remove all it left on the host. Stopping a dead guest is no error."""
        ...

    def close(self) -> None:
        """Stop all guests this provider started. It starts none afterwards; may be called again."""
        ...


@dataclass(frozen=True, slots=True)
class Leftover:
    """Something a crashed controller left on the host: what it is, and where."""

    kind: str
    name: str
    path: Path | None = None
