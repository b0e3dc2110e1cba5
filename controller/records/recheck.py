"""Judge the episodes of a run again from their recorded final states, without a guest."""

from __future__ import annotations

import hashlib
import threading
from collections.abc import Container, Mapping
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from pathlib import Path

import checkers
from checkers import Termination
from controller.records.final_state import read_state
from controller.records.judged_result import known_parts, later_verdict, was_played
from controller.records.replay_guest_view import ReplayGuestView
from controller.records.run_info import EpisodeResult, Recheck
from controller.records.run_records import RunRecords
from controller.records.verdicts import EpisodeVerdict
from controller.tasks.judging import judge_state
from controller.tasks.selection import load_tasks, task_source
from controller.tasks.source import TaskSource
from controller.tasks.task import Task
from testbed.errors import (
    CheckerError,
    JudgeError,
    NotRecordedError,
    PluginError,
    RecordsError,
    TaskError,
    UsageError,
)

_KEEPS_SCORE = (NotRecordedError, CheckerError, JudgeError, PluginError, TaskError, RecordsError)


@dataclass(frozen=True, slots=True)
class JudgedAgain:
    """An episode that was judged again: its score before, the new one (None without one), and what is missing."""

    task: str
    epoch: int
    old: float | None
    new: float | None = None
    reason: str = ""

    @property
    def changed(self) -> bool:
        """Whether the score is another one."""
        return self.new is not None and self.new != self.old


def recheck(records: RunRecords, root: Path) -> list[JudgedAgain]:
    """Judge every episode that was judged before by the checkers in `root`; each verdict is stored as `recheck.json`.

    An episode whose checker raised counts as judged. One that cannot be judged again keeps its score.
    Raises RecordsError; UsageError while the run is running, or if it was imported.
    """
    if records.info.imported:
        raise UsageError(
            f"{records.folder} has imported results", hint="they have no final states to judge again"
        )
    source = task_source(records.info.source.ref, root)
    known = frozenset(source.ids())
    rechecked = []
    with records.lock():
        for (task_id, epoch), result in records.results().items():
            if not _was_checked(result):
                continue
            try:
                verdict = _verdict(records, played_task(source, known, result), result)
            except _KEEPS_SCORE as error:
                records.write_recheck(task_id, epoch, _parts_alone(records, result))
                rechecked.append(JudgedAgain(task_id, epoch, result.score, reason=error.message))
                continue
            records.write_recheck(task_id, epoch, verdict)
            rechecked.append(JudgedAgain(task_id, epoch, result.score, verdict.score))
    return rechecked


def played_task(source: TaskSource, known: Container[str], result: EpisodeResult) -> Task:
    """Return the task that an episode played, as it is now. Raises TaskError when it is none of the `known` ids."""
    if result.task not in known:
        raise TaskError(f"there is no task {result.task} any more")
    task = load_tasks([result.task], source)[0]
    judged = any(verdict.part for verdict in result.verdicts)
    return task.with_play(replace(task.play, variant=result.variant, judged=judged))


def with_rechecks(
    results: Mapping[tuple[str, int], EpisodeResult], rechecks: Mapping[tuple[str, int], Recheck]
) -> dict[tuple[str, int], EpisodeResult]:
    """Return the results with the scores and claims of their rechecks."""
    rechecked = dict(results)
    for key, recheck in rechecks.items():
        if key in results:
            status = "completed" if results[key].termination else "out_of_steps"
            new = {
                "verdicts": recheck.verdicts,
                "status": status,
                "error": None,
                "parts": results[key].parts | recheck.parts,
            }
            rechecked[key] = results[key].model_copy(update=new)
    return rechecked


def checker_hash(task: Task) -> str:
    """Hash of what judges a task: its folder and the checkers' library."""
    digest = hashlib.sha256(task.hash.encode())
    root = Path(checkers.__file__).parent
    for path in sorted(root.rglob("*.py")):
        digest.update(
            path.relative_to(root).as_posix().encode() + b"\0" + hashlib.sha256(path.read_bytes()).digest()
        )
    return digest.hexdigest()


def _was_checked(result: EpisodeResult) -> bool:
    broken = result.error is not None and result.error.type == "CheckerError"
    return was_played(result) or (result.status == "infra_error" and broken)


def _parts_alone(records: RunRecords, result: EpisodeResult) -> Recheck | None:
    """The later verdict without a part by a changed checker; None if there is none."""
    later = records.recheck(result.task, result.epoch)
    if later is None or later.parts.items() <= result.parts.items():
        return None
    try:
        parts = known_parts(result, later)
        return later_verdict(result.checked, parts, was=result.score, created=later.created)
    except (JudgeError, PluginError):
        return None


def _verdict(records: RunRecords, task: Task, result: EpisodeResult) -> Recheck:
    folder = records.final_folder(result.task, result.epoch)
    state = read_state(folder)
    if state is None:
        raise NotRecordedError("no final state was kept")
    if state.initial_state_hash != task.initial_state_hash:
        raise NotRecordedError("the task's instruction, set-up or files have changed")
    termination = Termination(result.termination, result.answer) if result.termination else None
    guest = ReplayGuestView(state, folder, termination)
    judgement = judge_state(task, guest, threading.Event())
    if guest.unanswered is not None:
        raise guest.unanswered
    return later_verdict(
        EpisodeVerdict.of(judgement, checker_hash(task)),
        known_parts(result, records.recheck(result.task, result.epoch)),
        was=result.score,
        created=datetime.now(UTC).isoformat(timespec="seconds"),
    )
