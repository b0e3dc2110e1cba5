"""Snapshots of running machines: frozen disk, memory, and the key that lets root in.

They lie in the data folder of who made them: images/<image>/snapshots/<machine>/<name>/, where <machine> names the
virtual hardware. A guest starts from one by an overlay of the frozen disk and the memory read into a new QEMU, so
that any number of guests share it and none writes to it.
"""

from __future__ import annotations

import fcntl
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from controller.core.invalid_data import describe_invalid
from testbed.command import command
from testbed.errors import ImageError
from vm_images.folders import data_folder
from vm_images.image import Image

CREATE_COMMAND = "snapshot create"


class SnapshotRecord(BaseModel):
    """What a snapshot was made of; `parent` is the one its disk builds on, "" for the image's own disk."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    name: str
    image: str
    hardware: str
    parent: str
    kvm: bool
    memory_mib: int
    cpus: int
    screen: str
    user_key: str = Field(repr=False)
    host_key: str = Field(repr=False)
    created: str = Field(default_factory=lambda: datetime.now(UTC).isoformat(timespec="seconds"))
    seconds: float


class Snapshot:
    """One complete snapshot on disk."""

    def __init__(self, folder: Path, record: SnapshotRecord) -> None:
        self.folder = folder
        self.record = record

    @property
    def disk(self) -> Path:
        return self.folder / "disk.qcow2"

    @property
    def memory(self) -> Path:
        return self.folder / "memory"

    @property
    def size_bytes(self) -> int:
        """Bytes on this host's disk."""
        return sum(path.stat().st_blocks * 512 for path in self.folder.iterdir())


class SnapshotStore:
    """The snapshots of one image on one kind of virtual machine."""

    def __init__(self, image: Image, hardware: str) -> None:
        self._image = image
        self._hardware = hardware

    @property
    def folder(self) -> Path:
        return snapshots_folder(self._image) / self._hardware[:12]

    def names(self) -> frozenset[str]:
        return frozenset(snapshot.record.name for snapshot in self.all())

    def all(self) -> list[Snapshot]:
        """Every complete snapshot, by name."""
        return [_load(file) for file in sorted(self.folder.glob("*/snapshot.json"))]

    def find(self, name: str) -> Snapshot | None:
        file = self.folder / name / "snapshot.json"
        return _load(file) if file.exists() else None

    def get(self, name: str) -> Snapshot:
        """Return a snapshot. Raises ImageError if there is none, or one of another image or machine."""
        snapshot = self.find(name)
        if snapshot:
            return snapshot
        hint = command(f"{CREATE_COMMAND} {name}")
        if list(data_folder().glob(f"images/*/snapshots/*/{name}/snapshot.json")):
            raise ImageError(
                f"the snapshot {name!r} is stale: it was made from another image than {self._image.name}, "
                "or for a machine with other memory, processors or screen",
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
        """Delete a snapshot and those whose disks build on it; returns the deleted names. Raises ImageError."""
        with self.lock():
            self.get(name)
            deleted = [name]
            for known in deleted:
                deleted += [other.record.name for other in self.all() if other.record.parent == known]
            for known in reversed(deleted):
                shutil.rmtree(self.folder / known)
        return deleted


def write_record(folder: Path, record: SnapshotRecord) -> None:
    """Write a snapshot's record, readable by its owner alone since it holds the machine's keys."""
    file = folder / "snapshot.json"
    file.touch(mode=0o600)
    file.write_text(record.model_dump_json(indent=2))


def snapshots_folder(image: Image) -> Path:
    """The folder of an image's snapshots: beside root's images for root, in the user's own data for others."""
    return data_folder() / "images" / image.name / "snapshots"


def _load(file: Path) -> Snapshot:
    try:
        return Snapshot(file.parent, SnapshotRecord.model_validate_json(file.read_bytes()))
    except ValidationError as error:
        raise ImageError(
            f"invalid snapshot record: {file}: {describe_invalid(error)}",
            hint=f"remove the folder {file.parent}",
        ) from error
