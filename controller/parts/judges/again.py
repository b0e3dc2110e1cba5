"""Judge the episodes of a recorded run by a model, without a guest. The run's own records are not changed."""

from __future__ import annotations

import threading
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from controller.judges.options import JudgeOptions
from controller.judges.records import Judging
from controller.models.client import ModelClient
from controller.models.concurrency import ConcurrencyLimiter
from controller.models.model_access import ModelAccess
from controller.models.prices import Prices
from controller.parts.judges.asking import Asking
from controller.parts.judges.controls import JudgeControls
from controller.parts.judges.episode import judge_episode
from controller.parts.judges.files import JudgeFiles, judgings_of
from controller.parts.judges.request import JudgeRequest, judge_request
from controller.records.judged_result import known_parts, later_verdict, was_played
from controller.records.recheck import JudgedAgain, played_task
from controller.records.run_info import EpisodeResult
from controller.records.run_records import RunRecords
from controller.runs.run_agent import CHECK_RETRIES
from controller.runs.worker_pool import run_workers
from controller.tasks.selection import task_source
from controller.tasks.source import TaskSource
from controller.tasks.task import with_form
from testbed.command import command
from testbed.errors import JudgeError, PluginError, TaskError, UsageError

Key = tuple[str, int]
PART = "judges"


@dataclass(frozen=True, slots=True)
class JudgedByModel(JudgedAgain):
    """An episode that judges played by a model judged again.

    Attributes:
        judging: Their verdicts; None if none ran.
        kept: Whether they are those of an earlier time, since nothing has changed that they depend on.
    """

    judging: Judging | None = None
    kept: bool = False


def judge_again(
    records: RunRecords,
    root: Path,
    options: JudgeOptions,
    *,
    prices: Prices,
    concurrency: int = 4,
    refresh: bool = False,
    report: Callable[[JudgedByModel], None] = lambda _judged: None,
) -> list[JudgedByModel]:
    """Judge every episode that came to its end and that has a judge, by the task's present words.

    Verdicts are stored as they are given, so that an interrupted command goes on where it stopped. Those that depend on
    the same model, prompts, votes and episode are not asked for again.

    Args:
        records: The run.
        root: The tasks folder.
        options: The judges.
        prices: Prices of models.
        concurrency: Number of episodes that are judged at the same time.
        refresh: Ask again even where a verdict is on record.
        report: Called with each episode, from any thread.

    Raises:
        UsageError: There is nothing to judge, the key or the model is wrong, the run is running, or it is imported and
            its tasks are not here.
        RecordsError: A file cannot be read or written.
    """
    options.check()
    source = task_source(records.info.source.ref, root)
    if records.info.imported and not {entry.id for entry in records.info.tasks} & set(source.ids()):
        raise UsageError(
            f"{records.folder} has imported results, and their tasks are not here for judges to read",
            hint=f"import them again with their tasks: `{command('import-results DIR --suite SOURCE:DIR')}`",
        )
    with records.lock():
        requests, refused = _requests(records, source, options)
        if not requests and not refused:
            raise UsageError(
                f"no episode of {records.folder} has words to judge",
                hint="tasks need key_points or a reference; --judge-by rubric grades any",
            )
        _check_served(options)
        judged = {(item.task, item.epoch): item for item in refused}
        cancel, files = threading.Event(), JudgeFiles(records)
        asking = Asking(options, ModelAccess(prices, limiter=ConcurrencyLimiter(concurrency)))
        controls = JudgeControls(asking, files, refresh=refresh)

        def judge(_worker: int, key: Key) -> None:
            result, request = requests[key]
            kept = None if refresh else _stored_verdicts(records, result, request)
            judging = kept or judge_episode(
                asking, request, files.recorder(*key, request.key), cancel, controls
            )
            if not kept:
                files.write_judging(*key, judging)
            judged[key] = _store(records, result, request, judging, kept=kept is not None)
            report(judged[key])

        run_workers(list(requests), concurrency, judge, cancel, lambda: None)
    return [judged[key] for key in records.episodes() if key in judged]


def _requests(
    records: RunRecords, source: TaskSource, options: JudgeOptions
) -> tuple[dict[Key, tuple[EpisodeResult, JudgeRequest]], list[JudgedByModel]]:
    """The episodes to judge, and those that cannot be."""
    known = frozenset(source.ids())
    entries = {entry.id: entry for entry in records.info.tasks}
    requests: dict[Key, tuple[EpisodeResult, JudgeRequest]] = {}
    refused: list[JudgedByModel] = []
    for (task_id, epoch), result in records.results().items():
        if not was_played(result):
            continue
        later = records.recheck(task_id, epoch)
        try:
            task = with_form(played_task(source, known, result), records.info.options.instructions)
            request = judge_request(records, options, task, result, later)
            recorded_instruction = entries[task_id].in_epoch(epoch, records.info.options).instruction
            if request is not None and recorded_instruction and task.instruction != recorded_instruction:
                raise TaskError("the task's instruction has changed since the run")
        except (TaskError, PluginError) as error:
            score = later.score if later else result.score
            refused.append(JudgedByModel(task_id, epoch, score, reason=error.message))
            continue
        if request is not None:
            requests[task_id, epoch] = (result, request)
    return requests, refused


def _check_served(options: JudgeOptions) -> None:
    """Raise UsageError when the model is not served to the key."""
    client = ModelClient(CHECK_RETRIES)
    try:
        options.check_served(client)
    finally:
        client.close()


def _stored_verdicts(records: RunRecords, result: EpisodeResult, request: JudgeRequest) -> Judging | None:
    """The verdicts that there are of this very request, if all judges gave one."""
    same = [
        item
        for item in judgings_of(records, result.task, result.epoch)
        if item.key == request.key and item.decided
    ]
    return same[-1] if same else None


def _store(
    records: RunRecords, result: EpisodeResult, request: JudgeRequest, judging: Judging, *, kept: bool
) -> JudgedByModel:
    """Store what verdicts make of the episode's score."""
    task, epoch = result.task, result.epoch
    recheck = records.recheck(task, epoch)
    earlier = recheck or result
    new = {verdict.judge: verdict for verdict in judging.verdicts if verdict.status == "decided"}
    before: Judging | None = earlier.parts.get(PART)
    others = [item for item in (before.verdicts if before else ()) if item.judge not in new]
    counted = judging.model_copy(update={"verdicts": (*others, *new.values())})
    reason = judging.missing
    if new:
        try:
            parts = known_parts(result, recheck) | {PART: counted}
            later = later_verdict(request.checked, parts, was=result.score, created=judging.created)
        except (JudgeError, PluginError) as error:
            reason = reason or error.message
        else:
            records.write_recheck(task, epoch, later)
            return JudgedByModel(task, epoch, earlier.score, later.score, reason, judging, kept)
    return JudgedByModel(
        task, epoch, earlier.score, judging=judging, kept=kept, reason=reason or counted.undecided
    )
