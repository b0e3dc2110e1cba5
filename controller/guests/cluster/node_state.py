"""What a node records of its own slots: one file a slot, and the last error, in a folder of the node.

Slots write there. `testbed node list` reads it through a task on the node. Files of slots whose process has ended show
what has to be cleaned up.
"""

from __future__ import annotations

import os
import shutil
import time
from contextlib import suppress
from pathlib import Path
from typing import Self

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from controller.guests.link.host_state import own_start, process_start, states_folder

LAST_ERROR = "last_error"
NEW_IMAGE = "new_image"
NODE_KEY = "TESTBED_NODE"
"""Variable that names the folder to all processes of a node which `testbed node start` started."""


class SlotRecord(BaseModel):
    """A guest slot on this host.

    Attributes:
        guest: Name of its guest; "" between guests.
        run: The run it works for.
        since: When the slot was opened, in seconds since 1970.
        pid: Its process.
        process: When that process started; see `process_start`.
    """

    model_config = ConfigDict(frozen=True)

    guest: str = ""
    run: str = ""
    since: float = Field(default_factory=time.time)
    pid: int = Field(default_factory=os.getpid)
    process: str = Field(default_factory=own_start)

    @property
    def alive(self) -> bool:
        """Whether its process still runs."""
        return process_start(self.pid) == self.process

    def with_guest(self, guest: str) -> Self:
        """Return the record with another guest."""
        return self.model_copy(update={"guest": guest})


class NodeState:
    """The files of one Ray node of this host."""

    def __init__(self, key: str) -> None:
        self._folder = states_folder() / "cluster" / key

    @classmethod
    def own(cls, node_id: str) -> Self:
        """Return the state of the node that this process belongs to."""
        return cls(os.environ.get(NODE_KEY) or node_id)

    def write(self, record: SlotRecord) -> None:
        """Record a slot of this process, or what has become of it."""
        self._write(f"{record.pid}.json", record.model_dump_json())

    def forget(self, record: SlotRecord) -> None:
        """Remove the record of a slot that is closed."""
        (self._folder / f"{record.pid}.json").unlink(missing_ok=True)
        with suppress(OSError):  # other slots, or an error to be shown
            self._folder.rmdir()

    def slots(self) -> list[SlotRecord]:
        """The recorded slots, those whose process has ended included."""
        try:
            files = sorted(self._folder.iterdir())
        except FileNotFoundError:  # the last slot has just been closed
            return []
        slots = (file for file in files if file.suffix == ".json")
        return [record for file in slots if (record := _read(file))]

    def dead_slots(self) -> list[SlotRecord]:
        """The slots whose process ended without closing them."""
        return [record for record in self.slots() if not record.alive]

    def write_error(self, text: str) -> None:
        """Record the node's last error."""
        self._write(LAST_ERROR, f"{time.strftime('%Y-%m-%d %H:%M:%S')} {text}")

    @property
    def last_error(self) -> str:
        """The node's last error, after its time; "" if there was none."""
        file = self._folder / LAST_ERROR
        return file.read_text("utf-8") if file.exists() else ""

    def write_new_image(self, profile: str) -> None:
        """Record that the node has got an image of this profile, which it can offer."""
        self._write(NEW_IMAGE, profile)

    @property
    def new_image(self) -> str:
        """The profile of an image that the node has got since it joined; "" for none."""
        file = self._folder / NEW_IMAGE
        return file.read_text("utf-8") if file.exists() else ""

    def remove(self) -> None:
        """Remove the files of a node that has left the cluster."""
        shutil.rmtree(self._folder, ignore_errors=True)

    def _write(self, name: str, text: str) -> None:
        self._folder.mkdir(parents=True, exist_ok=True, mode=0o700)
        beside = self._folder / f".{name}.{os.getpid()}"
        beside.write_text(text, "utf-8")
        beside.rename(self._folder / name)


def _read(file: Path) -> SlotRecord | None:
    """None when the file is gone, or not of this version of testbed."""
    try:
        return SlotRecord.model_validate_json(file.read_bytes())
    except (FileNotFoundError, ValidationError):
        return None
