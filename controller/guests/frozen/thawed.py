"""A container that begins where another one was frozen."""

from __future__ import annotations

import base64
import json
import os
from collections.abc import Sequence
from contextlib import ExitStack
from pathlib import Path
from typing import Any, ClassVar

from controller.guests.frozen import image_files
from controller.guests.frozen.container import LaunchedContainer, payload_group
from controller.guests.frozen.criu import Criu
from controller.guests.frozen.freeze import DUMP, GROUPS, OPEN_FILES, SHARED_OPTIONS, UPPER, Group
from controller.guests.frozen.launch import PID_FILE, RESTORE_LOG, WAY_IN
from controller.guests.nspawn import cgroups as nspawn_cgroups
from controller.guests.nspawn.state import allocate
from controller.guests.provider import GuestOptions
from controller.guests.snapshots import Snapshot
from vm_images.image import Image

_LOOPBACK = """#!/bin/sh
if [ "$CRTOOLS_SCRIPT_ACTION" = post-setup-namespaces ]; then
    exec nsenter --net="/proc/$CRTOOLS_INIT_PID/ns/net" ip link set lo up
fi
"""
"""What CRIU runs at each stage: connections within the guest are made again before its network is."""


class ThawedContainer(LaunchedContainer):
    """See `Container`. It goes on from the last snapshot of `line`, where each builds on the one before.

    They are held until it is destroyed.
    """

    seconds_to_begin: ClassVar[float] = 120.0
    """CRIU reads all of the guest's memory first, from a disk that may be busy with that of others."""

    def __init__(self, image: Image, line: Sequence[Snapshot[Any]], criu: Criu) -> None:
        """Raises GuestBootError when no further guest fits, ImageError when a snapshot has been deleted."""
        with ExitStack() as holds:
            for snapshot in reversed(line):  # so that the first of them is the last to be pruned
                holds.enter_context(snapshot.hold())
            self.written_layers = tuple(snapshot.folder / UPPER for snapshot in line)
            super().__init__(allocate(image.hash), [*image.layers, *self.written_layers])
            self._holds = holds.pop_all()
        self.further_logs = (self.state.folder / RESTORE_LOG,)
        self.line = tuple(line)
        self._frozen = line[-1].folder
        self._criu = criu
        self._files: list[dict[str, Any]] = []

    def place(self, path: str, data: bytes, *, uid: int = 0, mode: int = 0o644) -> None:
        """Put a file in place of another one, seen by the processes that are restored as a change by one of them."""
        content = base64.b64encode(data).decode()
        self._files.append({"path": path, "content": content, "owner": self.state.shift + uid, "mode": mode})

    def destroy(self) -> None:
        super().destroy()
        self._holds.close()

    def _plan(self, _options: GuestOptions, _unit: str) -> dict[str, Any]:
        state = self.state
        self._make_groups()
        dump = self._own_dump()
        places = ["--images-dir", str(dump), "--work-dir", str(state.folder), "--log-file", RESTORE_LOG]
        root = ["--root", str(WAY_IN / "root"), "--external", f"mnt[dev]:{WAY_IN / 'dev'}"]
        script = state.folder / "loopback.sh"
        script.write_text(_LOOPBACK)
        script.chmod(0o700)
        detached = [
            "--action-script",
            str(script),
            "--restore-detached",
            "--pidfile",
            str(state.folder / PID_FILE),
        ]
        groups = ["--cgroup-root", f":/{state.name}/payload"]
        groups += [
            word
            for controller in nspawn_cgroups.v1_hierarchies()
            for word in ("--cgroup-root", f"{controller}:/{state.name}")
        ]
        return {
            "files": self._files,
            "open_files": json.loads((self._frozen / OPEN_FILES).read_text()),
            "restore": self._criu.words("restore", *places, *root, *detached, *groups, *SHARED_OPTIONS),
        }

    def _make_groups(self) -> None:
        payload, shift = payload_group(self.state.name), self.state.shift
        for values in json.loads((self._frozen / GROUPS).read_text()):
            group = Group(**values)
            folder = payload / group.path
            folder.mkdir()
            for name, ids in group.owners.items():
                os.chown(folder / name, *(shift + number for number in ids))

    def _own_dump(self) -> Path:
        """The dump with this container's ids: other names of its files, which CRIU opens without following links."""
        own = self.state.folder / DUMP
        own.mkdir()
        for file in (self._frozen / DUMP).glob("*.img"):
            os.link(file, own / file.name)
        image_files.move_ids(own, self.state.shift)
        return own
