"""States in which guests were in the middle of their work: copies go on from there.

Each lies in a folder beside the guests', which its provider holds; those of ended processes are removed.
"""

from __future__ import annotations

import secrets
import threading
from collections.abc import Callable, Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path
from typing import Generic

from controller.guests.link.host_state import hold_lock, states_folder
from controller.guests.provider import Leftover
from controller.guests.snapshots import Record, Snapshot, remove_unheld, write_record
from testbed.errors import ImageError
from vm_images.folders import guests_folder

PREFIX = "checkpoint-"
_LOCK = ".checkpoints"


@dataclass(frozen=True, slots=True)
class Checkpoint(Generic[Record]):
    """A saved state, the last of `line`, and all that its files build on; `holds` keeps them."""

    line: tuple[Snapshot[Record], ...]
    holds: ExitStack

    @property
    def name(self) -> str:
        return self.line[-1].record.name


class Checkpoints(Generic[Record]):
    """Those of one provider. The files of a discarded one stay as long as something builds on them. Thread-safe."""

    def __init__(self) -> None:
        self._kept: dict[str, Checkpoint[Record]] = {}
        self._discarded: list[Checkpoint[Record]] = []
        self._lock = threading.Lock()

    @property
    def names(self) -> frozenset[str]:
        with self._lock:
            return frozenset(self._kept)

    def line(self, name: str) -> tuple[Snapshot[Record], ...] | None:
        """A checkpoint and what it builds on, the first of them first; None if there is none of this name."""
        with self._lock:
            kept = self._kept.get(name)
        return kept.line if kept else None

    def save(
        self,
        below: Sequence[Snapshot[Record]],
        describe: Callable[[str], Record],
        write: Callable[[Snapshot[Record]], None],
    ) -> str:
        """Make a checkpoint that builds on the snapshots `below`; returns its name.

        `describe` returns the record of that name, `write` writes the state into the empty folder of its snapshot. If
        `write` fails, the folder stays as long as something holds the snapshot.
        """
        name = PREFIX + secrets.token_hex(4)
        folder = checkpoints_folder() / name
        own = Snapshot(folder, describe(name))
        holds = ExitStack()
        with hold_lock(states_folder(), _LOCK):
            folder.parent.mkdir(parents=True, exist_ok=True)
            folder.parent.chmod(0o711)  # nobody else learns the names
            folder.mkdir(mode=0o711)
            write_record(folder, own.record)
            for snapshot in (own, *below):
                holds.enter_context(snapshot.hold())
        checkpoint = Checkpoint((*below, own), holds)
        try:
            write(own)
        except BaseException:
            holds.close()
            with self._lock:
                self._discarded.append(checkpoint)
            self.sweep()
            raise
        with self._lock:
            self._kept[name] = checkpoint
        return name

    def discard(self, name: str) -> None:
        """Remove a checkpoint, as soon as nothing builds on it. Raises ImageError if there is none of this name."""
        with self._lock:
            checkpoint = self._kept.pop(name, None)
            if checkpoint is None:
                raise ImageError(
                    f"there is no checkpoint {name!r}", hint="it may have been discarded already"
                )
            checkpoint.holds.close()
            self._discarded.append(checkpoint)
        self.sweep()

    def sweep(self) -> None:
        """Remove what has been discarded and is not needed any more, the last made first."""
        with self._lock:
            self._discarded = [each for each in reversed(self._discarded) if not each.line[-1].remove()][::-1]

    def close(self) -> None:
        """Discard all."""
        for name in self.names:
            self.discard(name)


def checkpoints_folder() -> Path:
    """Where the checkpoints of this host's guests lie."""
    return guests_folder() / "checkpoints"


def remove_leftovers() -> list[Leftover]:
    """Remove checkpoints that ended processes left, and return them."""
    with hold_lock(states_folder(), _LOCK):
        found = sorted(checkpoints_folder().glob(f"{PREFIX}*"))
        return [Leftover("checkpoint", folder.name, folder) for folder in found if remove_unheld(folder)]
