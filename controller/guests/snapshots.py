"""Snapshots of running guests: what they have written, and their memory.

They lie in the data folder of who made them: images/<image>/snapshots/<hardware>/<name>/, where <hardware> names all
that a guest must have to go on from one. Any number of guests start from a snapshot, and none writes to it.
"""

from __future__ import annotations

import fcntl
import os
import shutil
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from datetime import UTC, datetime
from operator import itemgetter
from pathlib import Path
from typing import Any, BinaryIO, Generic, Protocol, TypeVar, runtime_checkable

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from controller.core.invalid_data import describe_invalid
from controller.guests.provider import GuestOptions, Provider
from controller.guests.snapshot_command import snapshot_command
from testbed.command import command
from testbed.errors import ImageError
from vm_images.folders import data_folder
from vm_images.image import Image

RECORD = "snapshot.json"


class SnapshotRecord(BaseModel):
    """What a snapshot was made of; `parent` is the one its files build on, "" for the image's own."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    name: str
    image: str
    hardware: str
    parent: str
    screen: str
    created: str = Field(default_factory=lambda: datetime.now(UTC).isoformat(timespec="seconds"))
    seconds: float = 0.0


Record = TypeVar("Record", bound=SnapshotRecord)


class Snapshot(Generic[Record]):
    """One complete snapshot on disk."""

    def __init__(self, folder: Path, record: Record) -> None:
        self.folder = folder
        self.record = record

    @property
    def size_bytes(self) -> int:
        """Bytes on this host's disk; of one that is being deleted, what is left."""
        size = 0
        for folder, _, files in os.walk(self.folder):
            for name in files:
                with suppress(FileNotFoundError):
                    size += Path(folder, name).lstat().st_blocks * 512
        return size

    def hold(self) -> BinaryIO:
        """Keep it from being deleted, by this and other processes, until the file returned is closed.

        Raises ImageError when it has been deleted already.
        """
        try:
            file = (self.folder / RECORD).open("rb")
        except FileNotFoundError:
            raise _deleted(self) from None
        fcntl.flock(file, fcntl.LOCK_SH)
        if os.fstat(file.fileno()).st_nlink == 0:
            file.close()
            raise _deleted(self)
        os.utime(file.fileno())
        return file

    def remove(self) -> bool:
        """Remove it unless somebody holds it; returns whether it is gone."""
        return remove_unheld(self.folder)


class SnapshotStore(Generic[Record]):
    """The snapshots of one image for a provider's guests of one kind; `record_type` is what their records hold."""

    def __init__(
        self, image: Image, hardware: str, record_type: type[Record], provider: str, options: GuestOptions
    ) -> None:
        self._image = image
        self._hardware = hardware
        self._record_type = record_type
        self._provider = provider
        self._options = options

    @property
    def folder(self) -> Path:
        return snapshots_folder(self._image) / self._hardware[:12]

    def names(self) -> frozenset[str]:
        return frozenset(snapshot.record.name for snapshot in self.all())

    def all(self) -> list[Snapshot[Record]]:
        """Every complete snapshot, by name."""
        names = sorted(file.parent.name for file in self.folder.glob(f"*/{RECORD}"))
        return [snapshot for name in names if (snapshot := self.find(name))]

    def find(self, name: str) -> Snapshot[Record] | None:
        with suppress(FileNotFoundError):  # another process may delete it at any time
            return self._load(self.folder / name / RECORD)
        return None

    def find_or_make(self, name: str, make: Callable[[Path], Record]) -> Snapshot[Record]:
        """Return a snapshot; make it if there is none, while other processes that want it wait.

        `make` writes it into an empty folder and returns its record, but for the time that it takes.
        """
        with self.lock():
            if existing := self.find(name):
                return existing
            began = time.monotonic()
            with self.creating(name) as folder:
                record = make(folder)
                seconds = round(time.monotonic() - began, 1)
                write_record(folder, record.model_copy(update={"seconds": seconds}))
        return self.get(name)

    def get(self, name: str) -> Snapshot[Record]:
        """Return a snapshot. Raises ImageError if there is none, or one of another image or machine."""
        snapshot = self.find(name)
        if snapshot:
            return snapshot
        hint = snapshot_command("create", self._provider, self._options, name)
        if list(data_folder().glob(f"images/*/snapshots/*/{name}/{RECORD}")):
            raise ImageError(
                f"the snapshot {name!r} is stale: it was made from another image than {self._image.name}, "
                "or for a guest with other memory, processors or screen",
                hint=hint,
            )
        raise ImageError(f"there is no snapshot {name!r} of {self._image.name}", hint=hint)

    @contextmanager
    def creating(self, name: str) -> Iterator[Path]:
        """A folder to write the snapshot to: it becomes the snapshot if the block succeeds, and is removed if not."""
        partial = self.folder / f".{name}.partial"
        shutil.rmtree(partial, ignore_errors=True)
        partial.mkdir(parents=True, mode=0o711)
        partial.chmod(0o711)
        try:
            yield partial
        except BaseException:
            shutil.rmtree(partial, ignore_errors=True)
            raise
        partial.rename(self.folder / name)

    @contextmanager
    def lock(self) -> Iterator[None]:
        """Hold the lock for creating and deleting snapshots."""
        self.folder.mkdir(parents=True, exist_ok=True)
        with (self.folder / ".lock").open("w") as lock:
            fcntl.flock(lock, fcntl.LOCK_EX)
            yield

    def delete(self, name: str) -> list[str]:
        """Delete a snapshot and those that build on it; returns the deleted names.

        Raises ImageError when there is none, or guests run that started from it.
        """
        with self.lock():
            self.get(name)
            deleted = [name]
            for known in deleted:
                deleted += [other.record.name for other in self.all() if other.record.parent == known]
            for known in reversed(deleted):
                if not self.get(known).remove():
                    raise ImageError(
                        f"guests run that started from the snapshot {known!r}",
                        hint=f"list them with `{command('guest list')}`",
                    )
        return deleted

    def prune(self, most_bytes: int) -> None:
        """Remove snapshots of this kind, for guests of any hardware, until the rest has at most so many bytes.

        The least recently used go first; those that somebody holds stay.
        """
        found = []
        for file in snapshots_folder(self._image).glob(f"*/*/{RECORD}"):
            with suppress(ImageError, FileNotFoundError):  # of another kind, or deleted by another process
                found.append((file.stat().st_mtime_ns, self._load(file)))
        total = sum(snapshot.size_bytes for _, snapshot in found)
        for _, snapshot in sorted(found, key=itemgetter(0)):
            if total <= most_bytes:
                return
            size = snapshot.size_bytes
            if snapshot.remove():
                total -= size

    def _load(self, file: Path) -> Snapshot[Record]:
        try:
            return Snapshot(file.parent, self._record_type.model_validate_json(file.read_bytes()))
        except ValidationError as error:
            raise ImageError(
                f"invalid snapshot record: {file}: {describe_invalid(error)}",
                hint=f"remove the folder {file.parent}",
            ) from error


@runtime_checkable
class SnapshotProvider(Provider, Protocol):
    """A provider that makes snapshots of its guests."""

    @property
    def store(self) -> SnapshotStore[Any]:
        """Those that it has made for guests of these options."""
        ...

    @property
    def can_create(self) -> tuple[str, ...]:
        """The names of all that it can make."""
        ...

    def create_snapshot(self, name: str) -> Snapshot[Any]:
        """Return the snapshot of that name; create it if it does not exist. Takes minutes without KVM.

        `desktop` and `headless` are created by a boot, others from `desktop` by opening the application of that name.

        Raises GuestBootError, GuestError, ImageError.
        """
        ...


def remove_unheld(folder: Path) -> bool:
    """Remove a snapshot's folder, also one without a record, unless somebody holds it; returns whether it is gone."""
    with ExitStack() as stack:
        with suppress(FileNotFoundError):
            file = stack.enter_context((folder / RECORD).open("rb"))
            try:
                fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except BlockingIOError:
                return False
            (folder / RECORD).unlink()
        while folder.exists():
            with suppress(FileNotFoundError):  # another process removes it, too
                shutil.rmtree(folder)
    return True


def write_record(folder: Path, record: SnapshotRecord) -> None:
    """Write a snapshot's record, readable by its owner alone since it may hold the guest's keys."""
    file = folder / RECORD
    file.touch(mode=0o600)
    file.write_text(record.model_dump_json(indent=2))


def snapshots_folder(image: Image) -> Path:
    """The folder of an image's snapshots: beside root's images for root, in the user's own data for others."""
    return data_folder() / "images" / image.name / "snapshots"


def _deleted(snapshot: Snapshot[Record]) -> ImageError:
    return ImageError(f"the snapshot {snapshot.record.name!r} has just been deleted", hint="try again")
