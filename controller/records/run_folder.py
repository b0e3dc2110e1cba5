"""The run folder: the only code that knows its layout.

    run.json                              what was run
    tools.json                            the tools its guests offer
    episodes/<task>/<epoch>/
        events.jsonl                      one line an event, flushed as it happens
        exchanges.jsonl.gz                requests to model APIs and their answers, likewise
        screens/<hash>.png, .jpg …        pictures, named by their content
        attempts/<n>.jsonl                events of tries that failed or were cut short
        attempts/<n>.exchanges.jsonl.gz   their requests and answers
        final/                            what the checker saw (final_state.py)
        result.json                       written last
        recheck.json                      a later verdict of a changed checker (recheck.py)
    summary.json                          the metrics

Everything but events and exchanges is written whole: beside, then renamed.
"""

from __future__ import annotations

import fcntl
import hashlib
import json
import os
import re
import shutil
import threading
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, TypeVar

from pydantic import BaseModel, ValidationError

from controller.core.guest import Tool
from controller.models.packing import content_name
from controller.records.final_state import State
from controller.records.gzip_lines import GzipLines, read_gzip_lines
from controller.records.run_info import EpisodeResult, Recheck, RunInfo, RunOptions
from testbed.errors import GuestError, RecordsError, UsageError

EXCHANGES = "exchanges.jsonl.gz"
_SUFFIXES = {b"\x89PNG": ".png", b"\xff\xd8": ".jpg", b"RIFF": ".webp", b"GIF8": ".gif"}
_Model = TypeVar("_Model", bound=BaseModel)
FINAL = "final"
TASK_NAME = re.compile(r"[A-Za-z0-9_][A-Za-z0-9_-]*/[A-Za-z0-9_][A-Za-z0-9_.-]*")
"""The names tasks have. Records may come from elsewhere: only one that matches is used as a path."""
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
        """The numbers of the earlier tries whose events are kept."""
        return tuple(int(path.stem) for path in _attempts(self._folder))

    def events_file(self, attempt: int = 0) -> Path:
        """Where the events of the last try are, or of an earlier one of `attempts`."""
        return self._folder / "attempts" / f"{attempt}.jsonl" if attempt else self._events

    def begin_attempt(self) -> None:
        """Start `events.jsonl` anew; one left by an earlier try is kept under `attempts/`."""
        with _records(self._folder):
            self._folder.mkdir(parents=True, exist_ok=True)
            if self._events.exists():
                kept = self._folder / "attempts"
                kept.mkdir(exist_ok=True)
                number = len(_attempts(self._folder)) + 1
                exchanges = self._folder / EXCHANGES
                if exchanges.exists():
                    exchanges.rename(kept / f"{number}.{EXCHANGES}")
                self._events.rename(kept / f"{number}.jsonl")
            shutil.rmtree(self._folder / FINAL, ignore_errors=True)
            self._events.touch()

    def end_attempt(self) -> None:
        """Close what is open. Raises RecordsError."""
        if self._exchanges is not None:
            with _records(self._folder):
                self._exchanges.close()
            self._exchanges = None

    def event(self, kind: str, **data: Any) -> None:
        """Append an event; it is in the operating system's hands when this returns. Raises RecordsError."""
        line = json.dumps(
            {"event": kind, "time": round(time.time(), 3), **data}, ensure_ascii=False, default=str
        )
        with (
            _records(self._events),
            self._events.open("a", encoding="utf-8", errors="backslashreplace") as file,
        ):
            file.write(line + "\n")

    def screen(self, image: bytes) -> str:
        """Keep an image once and return the name its content has. Raises RecordsError."""
        name = content_name(image)
        if name not in self._written:
            write_whole(self._folder / "screens" / f"{name}{_suffix(image)}", image, durable=False)
            self._written.add(name)
        return name

    def final_state(self, state: State, blobs: Mapping[str, bytes]) -> None:
        """Keep what the checker saw. Raises RecordsError."""
        for name, data in blobs.items():
            write_whole(self._folder / FINAL / name, data, durable=False)
        write_whole(
            self._folder / FINAL / "state.json", state.model_dump_json(exclude_defaults=True).encode()
        )

    def exchange(self, line: Any) -> None:
        """Append an exchange with a model API; it is in the operating system's hands then. Raises RecordsError."""
        with _records(self._folder / EXCHANGES):
            if self._exchanges is None:
                self._exchanges = GzipLines(self._folder / EXCHANGES)
            self._exchanges.add(line)

    def result(self, result: EpisodeResult) -> None:
        """Write the result: the episode is over. Raises RecordsError."""
        write_whole(self._folder / "result.json", result.model_dump_json(indent=2).encode())


class Unrecorded:
    """In place of an EpisodeRecorder where nothing is to be kept."""

    def event(self, kind: str, **data: Any) -> None:
        pass

    def screen(self, png: bytes) -> str:  # noqa: ARG002
        return ""

    def final_state(self, state: State, blobs: Mapping[str, bytes]) -> None:
        pass


class RunRecords:
    """One run's folder. Thread-safe."""

    def __init__(self, folder: Path, info: RunInfo) -> None:
        self.folder = folder
        self._info = info
        self._lock = threading.Lock()

    @classmethod
    def create(cls, folder: Path, info: RunInfo) -> RunRecords:
        """A new run folder. Raises UsageError when it exists and is not empty, RecordsError."""
        if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
            raise UsageError(
                f"{folder} exists already", hint=f"choose another --out, or `testbed resume {folder}`"
            )
        records = cls(folder, info)
        write_whole(folder / "run.json", info.model_dump_json(indent=2).encode())
        return records

    @classmethod
    def open(cls, folder: Path) -> RunRecords:
        """An existing run folder. Raises UsageError when there is none, RecordsError when it is damaged."""
        path = folder / "run.json"
        if not path.is_file():
            raise UsageError(
                f"{folder} is no run: it has no run.json", hint="give a folder that `testbed run` made"
            )
        return cls(folder, _read(path, RunInfo))

    @property
    def info(self) -> RunInfo:
        return self._info

    def episodes(self) -> Iterator[tuple[str, int]]:
        """Every episode the run consists of, as task id and epoch (from 1), epoch by epoch."""
        for epoch in range(1, self._info.options.epochs + 1):
            for task in self._info.tasks:
                yield task.id, epoch

    def recorder(self, task_id: str, epoch: int) -> EpisodeRecorder:
        return EpisodeRecorder(self._episode(task_id, epoch))

    def result(self, task_id: str, epoch: int) -> EpisodeResult | None:
        """An episode's result, None while it has none. Raises RecordsError when it is damaged."""
        path = self._episode(task_id, epoch) / "result.json"
        return _read(path, EpisodeResult) if path.is_file() else None

    def results(self) -> dict[tuple[str, int], EpisodeResult]:
        """All results there are."""
        found = {key: self.result(*key) for key in self.episodes()}
        return {key: result for key, result in found.items() if result is not None}

    def final_folder(self, task_id: str, epoch: int) -> Path:
        """Where what an episode's checker saw is kept, if it is (`final_state.read_state`)."""
        return self._episode(task_id, epoch) / FINAL

    def recheck(self, task_id: str, epoch: int) -> Recheck | None:
        """A changed checker's verdict on an episode, if there is one. Raises RecordsError when it is damaged."""
        path = self._episode(task_id, epoch) / "recheck.json"
        return _read(path, Recheck) if path.is_file() else None

    def rechecks(self) -> dict[tuple[str, int], Recheck]:
        """All verdicts of changed checkers."""
        found = {key: self.recheck(*key) for key in self.episodes()}
        return {key: recheck for key, recheck in found.items() if recheck is not None}

    def write_recheck(self, task_id: str, epoch: int, recheck: Recheck | None) -> None:
        """Keep a changed checker's verdict beside the result, in the place of an earlier one; None removes that."""
        path = self._episode(task_id, epoch) / "recheck.json"
        if recheck is not None:
            write_whole(path, recheck.model_dump_json(indent=2).encode())
            return
        with _records(path):
            path.unlink(missing_ok=True)

    def exchanges(self, task_id: str, epoch: int, attempt: int = 0) -> list[Any]:
        """The exchanges of an episode's last try, or of an earlier one, counted from the last.

        As many lines as there are of a record that was cut short. Raises RecordsError when it is damaged.
        """
        folder = self._episode(task_id, epoch)
        path = folder / EXCHANGES
        if attempt:
            events = _attempts(folder)[-attempt]
            path = events.with_name(f"{events.stem}.{EXCHANGES}")
        if not path.exists():
            return []
        try:
            return read_gzip_lines(path)
        except (OSError, ValueError) as error:
            raise RecordsError(f"cannot read {path}: {error}", hint="the run can still be scored") from error

    def all_exchanges(self, task_id: str, epoch: int) -> Iterator[Any]:
        """The exchanges of all of an episode's tries, also of those cut short. Raises RecordsError."""
        for attempt in range(len(_attempts(self._episode(task_id, epoch))), -1, -1):
            yield from self.exchanges(task_id, epoch, attempt)

    def change(self, options: RunOptions) -> None:
        """Other options from now on. Raises RecordsError."""
        with self._lock:
            self._info = self._info.model_copy(update={"options": options})
            write_whole(self.folder / "run.json", self._info.model_dump_json(indent=2).encode())

    def note_tools(self, tools: Sequence[Tool]) -> None:
        """Keep the tools the guests offer. Raises GuestError when this guest's are not the run's."""
        listed = [
            {
                "name": tool.name,
                "description": tool.description,
                "input_schema": tool.input_schema,
                "app": tool.app,
            }
            for tool in tools
        ]
        text = json.dumps(listed, indent=2, sort_keys=True, default=dict).encode()
        digest = hashlib.sha256(text).hexdigest()
        with self._lock:
            if self._info.tools_hash == digest:
                return
            if self._info.tools_hash:
                raise GuestError(
                    "this guest's tools are not those the run began with",
                    hint="if that goes on: compare `testbed tools list` with the run's tools.json",
                )
            write_whole(self.folder / "tools.json", text)
            self._info = self._info.model_copy(update={"tools_hash": digest})
            write_whole(self.folder / "run.json", self._info.model_dump_json(indent=2).encode())

    def write_summary(self, summary: Mapping[str, Any]) -> None:
        write_whole(self.folder / "summary.json", json.dumps(summary, indent=2).encode())

    @contextmanager
    def locked(self) -> Iterator[None]:
        """Hold the run for this process alone. Raises UsageError when another has it."""
        with _records(self.folder):
            file = (self.folder / ".lock").open("w")
        with file:
            try:
                fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except BlockingIOError as error:
                raise UsageError(
                    f"{self.folder} is being run by another process", hint="wait for it, or stop it first"
                ) from error
            yield

    def _episode(self, task_id: str, epoch: int) -> Path:
        return self.folder / "episodes" / task_id / str(epoch)


def screen_file(episode: Path, name: object) -> Path | None:
    """The picture an event of the episode in that folder names; None when there is none, or it is no such name.

    Links are not followed: a run from elsewhere must not show, or share, this host's files.
    """
    if not isinstance(name, str) or not _SCREEN_NAME.fullmatch(name):
        return None
    files = (episode / "screens" / f"{name}{suffix}" for suffix in _SUFFIXES.values())
    return next((path for path in files if path.is_file() and not path.is_symlink()), None)


def _attempts(folder: Path) -> list[Path]:
    """The events of an episode's earlier tries, in order."""
    found = (path for path in (folder / "attempts").glob("*.jsonl") if _ATTEMPT.fullmatch(path.stem))
    return sorted(found, key=lambda path: int(path.stem))


def _suffix(image: bytes) -> str:
    return next((suffix for start, suffix in _SUFFIXES.items() if image.startswith(start)), ".png")


def write_whole(path: Path, data: bytes, *, durable: bool = True) -> None:
    """Write a file beside its place and rename it there, so that it is whole or not there.

    Raises RecordsError.
    """
    beside = path.with_name(f".{path.name}.new")
    with _records(path):
        path.parent.mkdir(parents=True, exist_ok=True)
        with beside.open("wb") as file:
            file.write(data)
            file.flush()
            if durable:
                os.fsync(file.fileno())
        beside.replace(path)


@contextmanager
def _records(path: Path) -> Iterator[None]:
    try:
        yield
    except OSError as error:
        raise RecordsError(
            f"cannot write {path}: {error.strerror}",
            hint="make room or mend the folder's permissions, then `testbed resume` the run",
        ) from error


def _read(path: Path, model: type[_Model]) -> _Model:
    try:
        return model.model_validate_json(path.read_bytes())
    except (OSError, ValidationError) as error:
        raise RecordsError(
            f"cannot read {path}: {error}",
            hint="move the damaged file away; `testbed resume` redoes an episode",
        ) from error
