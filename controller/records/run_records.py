"""A run on disk: what it has, and what is written into it."""

from __future__ import annotations

import json
import threading
from collections.abc import Iterator, Mapping, Sequence
from contextlib import AbstractContextManager
from pathlib import Path
from typing import Any

from controller.core.guest import Tool
from controller.records.episode_recorder import EpisodeRecorder
from controller.records.files import read_model, remove_whole, write_whole
from controller.records.gzip_lines import read_gzip_lines
from controller.records.judged_result import was_played
from controller.records.new_run import clear_folder, has_a_run
from controller.records.run_file import read_run_info
from controller.records.run_folder import EpisodeFolder, RunFolder
from controller.records.run_info import EpisodeResult, Failure, Recheck, RunInfo
from controller.records.run_lock import lock_run
from controller.records.run_options import RunOptions
from controller.records.tools_file import add_server_tools, tools_hash, write_guest_tools
from testbed.command import command
from testbed.errors import RecordsError, UsageError


class RunRecords:
    """One run's folder. Thread-safe. `moved` is where `create` moved an aborted run that was in its place."""

    def __init__(self, folder: Path, info: RunInfo) -> None:
        self.folder = folder
        self.paths = RunFolder(folder)
        self.moved: Path | None = None
        self._info = self._stored = info
        self._lock = threading.Lock()

    @classmethod
    def create(cls, folder: Path, info: RunInfo) -> RunRecords:
        """Create a run folder. A run in its place that was aborted before any result is moved aside.

        Raises UsageError when the folder cannot be made, holds something else or is another process's by now;
        RecordsError.
        """
        moved = clear_folder(folder)
        records = cls(folder, info)
        records.moved = moved
        with records.lock():
            if records.paths.run_file.exists():  # another process was quicker
                raise has_a_run(folder)
            records._store()
        return records

    @classmethod
    def open(cls, folder: Path) -> RunRecords:
        """Open a run folder. Raises UsageError when there is none, RecordsError when it is damaged."""
        return cls(folder, read_run_info(RunFolder(folder)))

    @property
    def log_file(self) -> Path:
        """The file of the run's log, which need not exist."""
        return self.paths.log_file

    @property
    def info(self) -> RunInfo:
        return self._info

    def episodes(self) -> Iterator[tuple[str, int]]:
        """Yield every episode of the run as task id and epoch (from 1), epoch by epoch."""
        for epoch in range(1, self._info.options.epochs + 1):
            for task in self._info.tasks:
                yield task.id, epoch

    def episode(self, task_id: str, epoch: int) -> EpisodeFolder:
        """Return the paths of an episode."""
        return self.paths.episode(task_id, epoch)

    def recorder(self, task_id: str, epoch: int) -> EpisodeRecorder:
        return EpisodeRecorder(self.episode(task_id, epoch).path)

    def result(self, task_id: str, epoch: int) -> EpisodeResult | None:
        """Return an episode's result, None while it has none. Raises RecordsError when it is damaged."""
        path = self.episode(task_id, epoch).result_file
        hint = f"move it away; `{command('resume')}` then runs the episode again"
        return read_model(path, EpisodeResult, hint=hint) if path.is_file() else None

    def remaining(self, *, keep_errors: bool = False) -> list[tuple[str, int]]:
        """Return the episodes that are still to be run. Raises RecordsError.

        Args:
            keep_errors: Leave out those that a failure of the infrastructure has ended, whose agent is not to blame.
        """
        return [key for key in self.episodes() if self._remains(self.result(*key), keep_errors)]

    def _remains(self, result: EpisodeResult | None, keep_errors: bool) -> bool:
        failed = result is None or (result.status == "infra_error" and not was_played(result))
        return failed and not (result and keep_errors)

    def results(self) -> dict[tuple[str, int], EpisodeResult]:
        """Return all results that exist."""
        results = {key: self.result(*key) for key in self.episodes()}
        return {key: result for key, result in results.items() if result is not None}

    def final_folder(self, task_id: str, epoch: int) -> Path:
        """Return the folder of an episode's final state, which may not exist (`final_state.read_state`)."""
        return self.episode(task_id, epoch).final

    def recheck(self, task_id: str, epoch: int) -> Recheck | None:
        """Return a changed checker's verdict on an episode, if any. Raises RecordsError when it is damaged."""
        path = self.episode(task_id, epoch).recheck_file
        hint = f"move it away; `{command('score --recheck')}` then judges the episode again"
        return read_model(path, Recheck, hint=hint) if path.is_file() else None

    def rechecks(self) -> dict[tuple[str, int], Recheck]:
        """Return all verdicts of changed checkers."""
        rechecks = {key: self.recheck(*key) for key in self.episodes()}
        return {key: recheck for key, recheck in rechecks.items() if recheck is not None}

    def write_recheck(self, task_id: str, epoch: int, recheck: Recheck | None) -> None:
        """Store a changed checker's verdict beside the result, replacing an earlier one; None removes it."""
        path = self.episode(task_id, epoch).recheck_file
        if recheck is not None:
            write_whole(path, recheck.model_dump_json(indent=2).encode())
            return
        remove_whole(path)

    def exchanges(self, task_id: str, epoch: int, attempt: int = 0) -> list[Any]:
        """Return the exchanges of an episode's last attempt, or of an earlier one counted back from it.

        A truncated record gives the lines it has. Raises RecordsError when it is damaged.
        """
        episode = self.episode(task_id, epoch)
        path = episode.exchanges_file(episode.attempts()[-attempt] if attempt else 0)
        if not path.exists():
            return []
        try:
            return read_gzip_lines(path)
        except (OSError, ValueError) as error:
            raise RecordsError(f"cannot read {path}: {error}", hint="the run can still be scored") from error

    def all_exchanges(self, task_id: str, epoch: int) -> Iterator[Any]:
        """Yield the exchanges of all attempts of an episode, cancelled ones included. Raises RecordsError."""
        for attempt in range(len(self.episode(task_id, epoch).attempts()), -1, -1):
            yield from self.exchanges(task_id, epoch, attempt)

    def change_options(self, options: RunOptions) -> None:
        """Replace the run's options; `run.json` has them once `store_options` has written them."""
        with self._lock:
            self._info = self._info.model_copy(update={"options": options})

    def change_instructions(self, instructions: Mapping[str, str]) -> None:
        """Replace the instructions of tasks by id; `run.json` has them once `store_options` has written them."""
        with self._lock:
            entries = (
                entry.model_copy(update={"instruction": instructions.get(entry.id, entry.instruction)})
                for entry in self._info.tasks
            )
            self._info = self._info.model_copy(update={"tasks": tuple(entries)})

    def store_options(self) -> None:
        """Write changed options, with the run locked.

        Raises UsageError when another process has changed `run.json` since it was read here, RecordsError.
        """
        if RunRecords.open(self.folder).info != self._stored:
            raise UsageError(
                f"another process has changed {self.paths.run_file} meanwhile",
                hint="give the command again",
            )
        with self._lock:
            if self._info != self._stored:
                self._store()

    def record_tools(self, tools: Sequence[Tool]) -> None:
        """Record the guests' tools. Raises GuestError when this guest's tools differ from the run's."""
        digest = tools_hash(tools)
        with self._lock:
            known = self._info.tools_hash
            if known == digest or not write_guest_tools(self.paths.tools_file, tools, first=not known):
                return
            self._info = self._info.model_copy(update={"tools_hash": digest})
            self._store()

    def record_server_tools(self, tools: Sequence[Tool]) -> None:
        """Record tools of tasks' servers beside those of the guests, which `tools_hash` is of.

        Raises GuestError when a server's tools differ from those that it had earlier in the run.
        """
        with self._lock:
            add_server_tools(self.paths.tools_file, tools)

    def write_summary(self, summary: Mapping[str, Any]) -> None:
        write_whole(self.paths.summary_file, json.dumps(summary, indent=2).encode())

    def error(self) -> Failure | None:
        """Return why the run was aborted, None if it was not. Raises RecordsError when that is damaged."""
        path = self.paths.error_file
        hint = "move it away; it only has the reason why the run was aborted"
        return read_model(path, Failure, hint=hint) if path.is_file() else None

    def write_error(self, error: Failure | None) -> None:
        """Record why the run was aborted; None removes that of an earlier time."""
        path = self.paths.error_file
        if error is not None:
            write_whole(path, error.model_dump_json(indent=2).encode())
            return
        remove_whole(path)

    def lock(self) -> AbstractContextManager[None]:
        """Lock the run for this process. Raises UsageError when another process holds it."""
        return lock_run(self.paths)

    def _store(self) -> None:
        write_whole(self.paths.run_file, self._info.model_dump_json(indent=2).encode())
        self._stored = self._info
