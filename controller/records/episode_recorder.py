"""Writes an episode's folder while it runs."""

from __future__ import annotations

import json
import shutil
import time
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from controller.models.packing import content_name
from controller.records.files import read_model, reporting_write_errors, temporary_path, write_whole
from controller.records.final_state import State, state_file
from controller.records.gzip_lines import GzipLines
from controller.records.run_folder import PICTURE_SUFFIXES, EpisodeFolder
from controller.records.run_info import EpisodeResult


class EpisodeRecorder:
    """Writes one episode's folder. Used by one thread at a time.

    An attempt is `begin_attempt`, `event`s, `result` and `end_attempt`. The kinds of events and their fields are those
    that `events.jsonl` of any run has.
    """

    def __init__(self, folder: Path) -> None:
        self._paths = EpisodeFolder(folder)
        self._events = self._paths.events_file()
        self._written: set[str] = set()
        self._exchanges: GzipLines | None = None

    @property
    def folder(self) -> Path:
        """The episode's folder."""
        return self._paths.path

    def begin_attempt(self) -> None:
        """Start a new `events.jsonl`; that of an earlier attempt moves to `attempts/`. Raises RecordsError."""
        paths = self._paths
        with reporting_write_errors(paths.path):
            paths.path.mkdir(parents=True, exist_ok=True)
            if self._events.exists():
                paths.attempts_folder.mkdir(exist_ok=True)
                number = len(paths.attempts()) + 1
                if paths.exchanges_file().exists():
                    paths.exchanges_file().rename(paths.exchanges_file(number))
                self._events.rename(paths.events_file(number))
            shutil.rmtree(paths.final, ignore_errors=True)
            for half_written in paths.screens.glob(temporary_path(Path("*")).name):
                half_written.unlink()
            self._events.touch()

    def reopen(self) -> EpisodeResult | None:
        """Move the result to `attempts/`, as the episode runs again.

        Returns:
            What was moved now or before, the last time; None for an episode that has never had a result.

        Raises:
            RecordsError: The result cannot be moved or read.
        """
        paths = self._paths
        with reporting_write_errors(paths.path):
            if paths.result_file.exists():
                paths.attempts_folder.mkdir(exist_ok=True)
                paths.result_file.rename(paths.moved_result_file(len(paths.attempts()) + 1))
        moved = paths.moved_results()
        return read_model(moved[-1], EpisodeResult) if moved else None

    def end_attempt(self) -> None:
        """Close the files of this attempt. Raises RecordsError."""
        if self._exchanges is not None:
            with reporting_write_errors(self._paths.path):
                self._exchanges.close()
            self._exchanges = None

    def event(self, kind: str, **data: Any) -> None:
        """Append an event and flush it to the operating system. Raises RecordsError."""
        line = json.dumps(
            {"event": kind, "time": round(time.time(), 3), **data}, ensure_ascii=False, default=str
        )
        with (
            reporting_write_errors(self._events),
            self._events.open("a", encoding="utf-8", errors="backslashreplace") as file,
        ):
            file.write(line + "\n")

    def screen(self, image: bytes) -> str:
        """Store an image once and return the name of its content. Raises RecordsError."""
        name = content_name(image)
        if name not in self._written:
            write_whole(self._paths.screens / f"{name}{_suffix(image)}", image, durable=False)
            self._written.add(name)
        return name

    @property
    def originals(self) -> Path:
        """The folder for the original files of an imported episode."""
        return self._paths.imported

    def keep_original(self, path: Path) -> None:
        """Copy a file that the episode was imported from beside its records. Raises RecordsError."""
        target = self.originals / path.name
        with reporting_write_errors(target):
            self.originals.mkdir(exist_ok=True)
            shutil.copyfile(path, target, follow_symlinks=False)

    def final_state(self, state: State, blobs: Mapping[str, bytes]) -> None:
        """Store what the checker read of the guest. Raises RecordsError."""
        for name, data in blobs.items():
            write_whole(self._paths.final / name, data, durable=False)
        write_whole(state_file(self._paths.final), state.model_dump_json(exclude_defaults=True).encode())

    def exchange(self, line: Any) -> None:
        """Append an exchange with a model API and flush it. Raises RecordsError."""
        path = self._paths.exchanges_file()
        with reporting_write_errors(path):
            if self._exchanges is None:
                self._exchanges = GzipLines(path)
            self._exchanges.add(line)

    def result(self, result: EpisodeResult) -> None:
        """Write the result, which ends the episode. Raises RecordsError."""
        write_whole(self._paths.result_file, result.model_dump_json(indent=2).encode())


class NullRecorder:
    """A recorder that stores nothing."""

    def event(self, kind: str, **data: Any) -> None:
        pass

    def screen(self, png: bytes) -> str:  # noqa: ARG002
        return ""

    def final_state(self, state: State, blobs: Mapping[str, bytes]) -> None:
        pass


def _suffix(image: bytes) -> str:
    return next((suffix for start, suffix in PICTURE_SUFFIXES.items() if image.startswith(start)), ".png")
