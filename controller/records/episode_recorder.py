"""Writes an episode's folder while it runs."""

from __future__ import annotations

import json
import re
import shutil
import time
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from controller.models.packing import content_name
from controller.records.files import read_model, reporting_write_errors, unfinished, write_whole
from controller.records.final_state import State
from controller.records.gzip_lines import GzipLines
from controller.records.run_info import EpisodeResult

EXCHANGES = "exchanges.jsonl.gz"
FINAL = "final"
RESULT = "result.json"
_SUFFIXES = {b"\x89PNG": ".png", b"\xff\xd8": ".jpg", b"RIFF": ".webp", b"GIF8": ".gif"}
_ATTEMPT = re.compile(r"[1-9][0-9]{0,5}")
_SCREEN_NAME = re.compile(r"[0-9a-f]{32}")


class EpisodeRecorder:
    """Writes one episode's folder. Used by one thread at a time."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._events = folder / "events.jsonl"
        self._written: set[str] = set()
        self._exchanges: GzipLines | None = None

    @property
    def folder(self) -> Path:
        return self._folder

    def attempts(self) -> tuple[int, ...]:
        """Return the numbers of the earlier attempts."""
        return tuple(int(path.stem) for path in earlier_attempts(self._folder))

    def events_file(self, attempt: int = 0) -> Path:
        """Return the event file of the last attempt, or of one of `attempts`."""
        return self._folder / "attempts" / f"{attempt}.jsonl" if attempt else self._events

    def begin_attempt(self) -> None:
        """Start a new `events.jsonl`; that of an earlier attempt moves to `attempts/`. Raises RecordsError."""
        with reporting_write_errors(self._folder):
            self._folder.mkdir(parents=True, exist_ok=True)
            if self._events.exists():
                attempts = self._folder / "attempts"
                attempts.mkdir(exist_ok=True)
                number = len(earlier_attempts(self._folder)) + 1
                exchanges = self._folder / EXCHANGES
                if exchanges.exists():
                    exchanges.rename(attempts / f"{number}.{EXCHANGES}")
                self._events.rename(attempts / f"{number}.jsonl")
            shutil.rmtree(self._folder / FINAL, ignore_errors=True)
            for half_written in (self._folder / "screens").glob(unfinished(Path("*")).name):
                half_written.unlink()
            self._events.touch()

    def reopen(self) -> EpisodeResult | None:
        """Move the result to `attempts/`, as the episode runs again.

        Returns:
            What was moved now or before, the last time; None for an episode that has never had a result.

        Raises:
            RecordsError: The result cannot be moved or read.
        """
        attempts = self._folder / "attempts"
        with reporting_write_errors(self._folder):
            if (result := self._folder / RESULT).exists():
                attempts.mkdir(exist_ok=True)
                result.rename(attempts / f"{len(earlier_attempts(self._folder)) + 1}.{RESULT}")
        moved = _numbered(attempts, f".{RESULT}")
        return read_model(moved[-1], EpisodeResult) if moved else None

    def end_attempt(self) -> None:
        """Close the files of this attempt. Raises RecordsError."""
        if self._exchanges is not None:
            with reporting_write_errors(self._folder):
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
            write_whole(self._folder / "screens" / f"{name}{_suffix(image)}", image, durable=False)
            self._written.add(name)
        return name

    def final_state(self, state: State, blobs: Mapping[str, bytes]) -> None:
        """Store what the checker read of the guest. Raises RecordsError."""
        for name, data in blobs.items():
            write_whole(self._folder / FINAL / name, data, durable=False)
        write_whole(
            self._folder / FINAL / "state.json", state.model_dump_json(exclude_defaults=True).encode()
        )

    def exchange(self, line: Any) -> None:
        """Append an exchange with a model API and flush it. Raises RecordsError."""
        with reporting_write_errors(self._folder / EXCHANGES):
            if self._exchanges is None:
                self._exchanges = GzipLines(self._folder / EXCHANGES)
            self._exchanges.add(line)

    def result(self, result: EpisodeResult) -> None:
        """Write the result, which ends the episode. Raises RecordsError."""
        write_whole(self._folder / RESULT, result.model_dump_json(indent=2).encode())


class Unrecorded:
    """A recorder that stores nothing."""

    def event(self, kind: str, **data: Any) -> None:
        pass

    def screen(self, png: bytes) -> str:  # noqa: ARG002
        return ""

    def final_state(self, state: State, blobs: Mapping[str, bytes]) -> None:
        pass


def screen_file(episode: Path, name: object) -> Path | None:
    """Return the picture that an event names in an episode's folder; None when there is none or the name is invalid.

    Links are not followed: a run from elsewhere must not expose this host's files.
    """
    if not isinstance(name, str) or not _SCREEN_NAME.fullmatch(name):
        return None
    files = (episode / "screens" / f"{name}{suffix}" for suffix in _SUFFIXES.values())
    return next((path for path in files if path.is_file() and not path.is_symlink()), None)


def earlier_attempts(folder: Path) -> list[Path]:
    """Return the event files of an episode's earlier attempts, in order."""
    return _numbered(folder / "attempts", ".jsonl")


def _numbered(folder: Path, ending: str) -> list[Path]:
    """Return the files whose names are a number and this ending, in order."""
    numbers = {path: path.name.removesuffix(ending) for path in folder.glob(f"*{ending}")}
    return sorted(
        (path for path in numbers if _ATTEMPT.fullmatch(numbers[path])), key=lambda path: int(numbers[path])
    )


def _suffix(image: bytes) -> str:
    return next((suffix for start, suffix in _SUFFIXES.items() if image.startswith(start)), ".png")
