"""The run folder: the only code that knows its layout.

    run.json                              what was run
    tools.json                            the tools its guests offer
    episodes/<task>/<epoch>/
        events.jsonl                      one event a line, flushed as it happens
        exchanges.jsonl.gz                requests to model APIs and their answers, likewise
        screens/<hash>.png, .jpg …        pictures, named by their content
        attempts/<n>.jsonl                events of attempts that failed or were cancelled
        attempts/<n>.exchanges.jsonl.gz   their requests and answers
        final/                            what the checker read (final_state.py)
        result.json                       written last
        verdicts/<key>.json               verdicts of judges that `testbed judge` asked (judging.py)
        verdicts/<key>.exchanges.jsonl.gz requests to their model and its answers; <key> is `run` for the run's own
        recheck.json                      a later verdict, of a changed checker or of judges (recheck.py)
        imported/                         the original files of imported results, but for the pictures
    question.json, answer.json            an open question about an action, and its answer (approval_files.py)
    summary.json                          the metrics
    log.jsonl                             what happened in the run, one JSON object a line
    error.json                            why the run was aborted; missing in others

Everything but events and exchanges is written atomically.
"""

from __future__ import annotations

import fcntl
import hashlib
import itertools
import json
import re
import threading
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from controller.core.guest import Tool, is_headless
from controller.core.junk import is_junk
from controller.records.episode_recorder import EXCHANGES, FINAL, RESULT, EpisodeRecorder, earlier_attempts
from controller.records.files import read_model, remove_whole, reporting_write_errors, unfinished, write_whole
from controller.records.gzip_lines import read_gzip_lines
from controller.records.judge_recorder import RUN, VERDICTS, JudgeRecorder
from controller.records.judged_result import was_played
from controller.records.judging import Judging
from controller.records.run_info import EpisodeResult, Failure, Recheck, RunInfo, RunOptions
from testbed.command import command
from testbed.errors import GuestError, RecordsError, UsageError

TASK_NAME = re.compile(r"[A-Za-z0-9_][A-Za-z0-9_-]*/[A-Za-z0-9_][A-Za-z0-9_.-]*")
"""The names tasks have. Records may come from elsewhere: only one that matches is used as a path."""

VERDICT_KEY = re.compile(r"[0-9a-f]{16}")
"""The form of keys of judges' verdicts, which become names of files."""
MOST_EPISODES = 200_000
"""A run with more is considered damaged."""
_BEFORE_RUN = frozenset({".lock", unfinished(Path("run.json")).name})
"""What a process leaves in a run's folder if it ends before the run is recorded."""


class RunRecords:
    """One run's folder. Thread-safe. `moved` is where `create` moved an aborted run that was in its place."""

    def __init__(self, folder: Path, info: RunInfo) -> None:
        self.folder = folder
        self.moved: Path | None = None
        self._info = self._stored = info
        self._lock = threading.Lock()

    @classmethod
    def create(cls, folder: Path, info: RunInfo) -> RunRecords:
        """Create a run folder. A run in its place that was aborted before any result is moved aside.

        Raises UsageError when the folder cannot be made, holds something else or is another process's by now;
        RecordsError.
        """
        moved = _clear(folder)
        records = cls(folder, info)
        records.moved = moved
        with records.locked():
            if (folder / "run.json").exists():  # another process was quicker
                raise _has_a_run(folder)
            records._store()
        return records

    @classmethod
    def open(cls, folder: Path) -> RunRecords:
        """Open a run folder. Raises UsageError when there is none, RecordsError when it is damaged."""
        path = folder / "run.json"
        if not path.is_file():
            raise UsageError(
                f"Not a run folder: {folder} (no run.json)",
                hint=f"give a folder that `{command('run')}` made",
            )
        hint = "restore it from a copy; the run cannot be read without it"
        info = read_model(path, RunInfo, hint=hint)
        if problem := _oddity(info):
            raise RecordsError(f"cannot read {path}: {problem}", hint=hint)
        return cls(folder, info)

    @property
    def log_file(self) -> Path:
        """The file of the run's log, which need not exist."""
        return self.folder / "log.jsonl"

    @property
    def info(self) -> RunInfo:
        return self._info

    def episodes(self) -> Iterator[tuple[str, int]]:
        """Yield every episode of the run as task id and epoch (from 1), epoch by epoch."""
        for epoch in range(1, self._info.options.epochs + 1):
            for task in self._info.tasks:
                yield task.id, epoch

    def recorder(self, task_id: str, epoch: int) -> EpisodeRecorder:
        return EpisodeRecorder(self._episode(task_id, epoch))

    def result(self, task_id: str, epoch: int) -> EpisodeResult | None:
        """Return an episode's result, None while it has none. Raises RecordsError when it is damaged."""
        path = self._episode(task_id, epoch) / RESULT
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
        return self._episode(task_id, epoch) / FINAL

    def recheck(self, task_id: str, epoch: int) -> Recheck | None:
        """Return a changed checker's verdict on an episode, if any. Raises RecordsError when it is damaged."""
        path = self._episode(task_id, epoch) / "recheck.json"
        hint = f"move it away; `{command('score --recheck')}` then judges the episode again"
        return read_model(path, Recheck, hint=hint) if path.is_file() else None

    def rechecks(self) -> dict[tuple[str, int], Recheck]:
        """Return all verdicts of changed checkers."""
        rechecks = {key: self.recheck(*key) for key in self.episodes()}
        return {key: recheck for key, recheck in rechecks.items() if recheck is not None}

    def write_recheck(self, task_id: str, epoch: int, recheck: Recheck | None) -> None:
        """Store a changed checker's verdict beside the result, replacing an earlier one; None removes it."""
        path = self._episode(task_id, epoch) / "recheck.json"
        if recheck is not None:
            write_whole(path, recheck.model_dump_json(indent=2).encode())
            return
        remove_whole(path)

    def exchanges(self, task_id: str, epoch: int, attempt: int = 0) -> list[Any]:
        """Return the exchanges of an episode's last attempt, or of an earlier one counted back from it.

        A truncated record gives the lines it has. Raises RecordsError when it is damaged.
        """
        folder = self._episode(task_id, epoch)
        path = folder / EXCHANGES
        if attempt:
            events = earlier_attempts(folder)[-attempt]
            path = events.with_name(f"{events.stem}.{EXCHANGES}")
        if not path.exists():
            return []
        try:
            return read_gzip_lines(path)
        except (OSError, ValueError) as error:
            raise RecordsError(f"cannot read {path}: {error}", hint="the run can still be scored") from error

    def judgings(self, task_id: str, epoch: int) -> list[Judging]:
        """Return the verdicts of all judges that `testbed judge` asked, the oldest first. Raises RecordsError."""
        folder = self._episode(task_id, epoch) / VERDICTS
        hint = "move it away; the judges can be asked again"
        files = sorted(path for path in folder.glob("*.json") if VERDICT_KEY.fullmatch(path.stem))
        return sorted(
            (read_model(path, Judging, hint=hint) for path in files), key=lambda judging: judging.created
        )

    def write_judging(self, task_id: str, epoch: int, judging: Judging) -> None:
        """Store the verdicts of judges that were asked after the run."""
        path = self._episode(task_id, epoch) / VERDICTS / f"{judging.key}.json"
        write_whole(path, judging.model_dump_json(indent=2).encode())

    def judge_recorder(self, task_id: str, epoch: int, key: str = RUN) -> JudgeRecorder:
        """Return what records the requests of judges that `testbed judge` asks, or of the run's own."""
        return JudgeRecorder(self._episode(task_id, epoch) / VERDICTS, key)

    def judge_exchanges(self, task_id: str, epoch: int, key: str = RUN) -> list[Any]:
        """Return the exchanges of judges, likewise. Raises RecordsError when they are missing or damaged."""
        path = self._episode(task_id, epoch) / VERDICTS / f"{key}.{EXCHANGES}"
        try:
            return read_gzip_lines(path)
        except (OSError, ValueError) as error:
            raise RecordsError(f"cannot read {path}: {error}", hint="the run can still be scored") from error

    def all_exchanges(self, task_id: str, epoch: int) -> Iterator[Any]:
        """Yield the exchanges of all attempts of an episode, cancelled ones included. Raises RecordsError."""
        for attempt in range(len(earlier_attempts(self._episode(task_id, epoch))), -1, -1):
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
                f"another process has changed {self.folder / 'run.json'} meanwhile",
                hint="give the command again",
            )
        with self._lock:
            if self._info != self._stored:
                self._store()

    def record_tools(self, tools: Sequence[Tool]) -> None:
        """Record the guests' tools. Raises GuestError when this guest's tools differ from the run's.

        A headless guest lists some of those of a desktop, whichever comes first.
        """
        text = _listed(tools)
        digest = hashlib.sha256(text).hexdigest()
        now = json.loads(text)
        with self._lock:
            if self._info.tools_hash == digest:
                return
            everything = (
                json.loads((self.folder / "tools.json").read_bytes()) if self._info.tools_hash else []
            )
            of_servers = [tool for tool in everything if tool.get("server")]
            recorded = [tool for tool in everything if not tool.get("server")]
            if _are_headless(now) and all(tool in recorded for tool in now):
                return
            if recorded and not (_are_headless(recorded) and all(tool in now for tool in recorded)):
                raise GuestError(
                    "this guest's tools differ from those at the start of the run",
                    hint=f"if this persists, compare `{command('tools list')}` with the run's tools.json",
                )
            write_whole(self.folder / "tools.json", _in_json([*now, *of_servers]))
            self._info = self._info.model_copy(update={"tools_hash": digest})
            self._store()

    def record_server_tools(self, tools: Sequence[Tool]) -> None:
        """Record tools of tasks' servers beside those of the guests, which `tools_hash` is of.

        Raises GuestError when a server's tools differ from those that it had earlier in the run.
        """
        now = [{**tool, "server": True} for tool in json.loads(_listed(tools))]
        with self._lock:
            recorded = json.loads((self.folder / "tools.json").read_bytes())
            for server in dict.fromkeys(tool["app"] for tool in now):
                had = [tool for tool in recorded if tool.get("server") and tool["app"] == server]
                has = [tool for tool in now if tool["app"] == server]
                if had and had != has:
                    raise GuestError(
                        f"the tools of the server {server!r} differ from those that it had earlier in the run",
                        hint=f"compare `{command(f'servers show {server}')}` with the run's tools.json",
                    )
                if not had:
                    write_whole(self.folder / "tools.json", _in_json([*recorded, *has]))
                    recorded += has

    def write_summary(self, summary: Mapping[str, Any]) -> None:
        write_whole(self.folder / "summary.json", json.dumps(summary, indent=2).encode())

    def error(self) -> Failure | None:
        """Return why the run was aborted, None if it was not. Raises RecordsError when that is damaged."""
        path = self.folder / "error.json"
        hint = "move it away; it only has the reason why the run was aborted"
        return read_model(path, Failure, hint=hint) if path.is_file() else None

    def write_error(self, error: Failure | None) -> None:
        """Record why the run was aborted; None removes that of an earlier time."""
        path = self.folder / "error.json"
        if error is not None:
            write_whole(path, error.model_dump_json(indent=2).encode())
            return
        remove_whole(path)

    @contextmanager
    def locked(self) -> Iterator[None]:
        """Lock the run for this process. Raises UsageError when another process holds it."""
        with reporting_write_errors(self.folder):
            file = (self.folder / ".lock").open("w")
        with file:
            try:
                fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except BlockingIOError as error:
                raise UsageError(
                    f"{self.folder} is being run by another process", hint="wait for it, or stop it first"
                ) from error
            yield

    def _store(self) -> None:
        write_whole(self.folder / "run.json", self._info.model_dump_json(indent=2).encode())
        self._stored = self._info

    def _episode(self, task_id: str, epoch: int) -> Path:
        return self.folder / "episodes" / task_id / str(epoch)


def _listed(tools: Sequence[Tool]) -> bytes:
    return _in_json(
        [
            {
                "name": tool.name,
                "description": tool.description,
                "input_schema": tool.input_schema,
                "app": tool.app,
            }
            for tool in tools
        ]
    )


def _in_json(listed: object) -> bytes:
    return json.dumps(listed, indent=2, sort_keys=True, default=dict).encode()


def _are_headless(tools: Sequence[Mapping[str, Any]]) -> bool:
    return is_headless(str(tool["name"]) for tool in tools)


def _oddity(info: RunInfo) -> str:
    """What a run has that testbed never writes: its tasks' names become paths, its episodes are gone through."""
    names = [entry.id for entry in info.tasks]
    odd = next((name for name in names if not TASK_NAME.fullmatch(name)), None)
    if odd is not None:
        return f"has a task named {odd[:80]!r}; a task's name is <domain>/<slug>"
    if len(set(names)) < len(names):
        return "has a task twice"
    episodes = len(names) * info.options.epochs
    return f"has {episodes} episodes" if episodes > MOST_EPISODES else ""


def _clear(folder: Path) -> Path | None:
    """Make sure that a run can be created in a folder.

    Returns:
        Where an aborted run without results was moved from there; None if there was none.

    Raises:
        UsageError: The folder cannot be made, or holds something else.
    """
    if folder.exists() and not folder.is_dir():
        raise UsageError(f"{folder} is a file", hint="choose a new folder for --out")
    try:
        folder.mkdir(parents=True, exist_ok=True)
        if all(path.name in _BEFORE_RUN or is_junk(path) for path in folder.iterdir()):
            return None
    except OSError as error:
        raise UsageError(
            f"cannot make the run's folder {folder}: {error.strerror}", hint="choose another --out"
        ) from error
    if not (folder / "run.json").is_file():
        raise UsageError(f"{folder} has files that are no run", hint="choose a new folder for --out")
    if not (folder / "error.json").is_file() or any(
        any(folder.glob(f"episodes/*/*/*/{name}")) for name in (RESULT, f"attempts/*.{RESULT}")
    ):
        raise _has_a_run(folder)
    with RunRecords.open(folder).locked():
        moved = _moved_aside(folder)
    with reporting_write_errors(folder):
        folder.mkdir(exist_ok=True)
    return moved


def _has_a_run(folder: Path) -> UsageError:
    return UsageError(
        f"{folder} has a run already", hint=f"choose another --out, or `{command(f'resume {folder}')}`"
    )


def _moved_aside(folder: Path) -> Path:
    names = (folder.with_name(f"{folder.name}.aborted-{number}") for number in itertools.count(1))
    target = next(path for path in names if not path.exists())
    with reporting_write_errors(target):
        folder.rename(target)
    return target
