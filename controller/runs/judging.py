"""Judges the episodes of a run by a model, through the client that records its requests."""

from __future__ import annotations

import json
import threading
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime

from controller.core.limits import call_within
from controller.core.texts import encodable
from controller.judges.asking import judge_case, verdict_key
from controller.judges.contract import Judge, JudgeCase
from controller.judges.evidence import make_case
from controller.judges.registry import judges_for, load_judge
from controller.models.client import ModelClient
from controller.models.completion import ModelSettings, TextModel
from controller.models.completion_models import open_model
from controller.models.concurrency import ConcurrencyLimiter
from controller.models.exchange_recorder import ExchangeRecorder
from controller.models.prices import Prices
from controller.models.recorded_responses import RecordedResponses
from controller.models.usage_tracker import SpendingLimits, UsageTracker
from controller.records.bounded import read_bounded
from controller.records.event_lines import read_events
from controller.records.judged_result import checker_score, with_judging
from controller.records.judging import Judging
from controller.records.run_info import EpisodeResult, Recheck
from controller.records.run_options import RunOptions
from controller.records.run_records import RunRecords
from controller.records.spending import Spending, spending
from controller.records.trajectory_reader import trajectory_of
from controller.runs.judge_controls import JudgeControls
from controller.runs.seeds import episode_seed
from controller.tasks.task import Task
from testbed.errors import ModelApiError, TaskError, UsageError

NAME = "judge"
MAX_TOKENS = 8_192
EPISODE_SECONDS = 1_800.0
"""Time limit of all votes on one episode."""


@dataclass(frozen=True, slots=True)
class JudgeOptions:
    """Which model plays which judges; without names, those that a task is for."""

    model: str
    base_url: str = ""
    votes: int = 1
    names: tuple[str, ...] = ()

    @classmethod
    def of(cls, options: RunOptions) -> JudgeOptions:
        """Return those of a run."""
        return cls(options.judge, options.judge_base_url, options.judge_votes, options.judge_by)

    def check(self) -> None:
        """Raise UsageError for options that make no sense."""
        if not self.model:
            given = {
                "--judge-base-url": self.base_url,
                "--judge-by": self.names,
                "--judge-votes": self.votes > 1,
            }
            useless = [option for option, value in given.items() if value]
            if useless:
                raise UsageError(
                    f"{useless[0]} is given without a model",
                    hint="name one with --judge MODEL, or leave it out",
                )
            return
        if self.votes % 2 == 0:
            raise UsageError(
                f"--judge-votes {self.votes} can end in a tie",
                hint=f"use an odd number, such as {self.votes + 1}",
            )
        for name in self.names:
            load_judge(name)

    def judges(self, task: Task) -> list[Judge]:
        """Return the judges of a task. Raises UsageError, TaskError."""
        return judges_for(task.judge_notes, self.names)

    def check_served(self, client: ModelClient) -> None:
        """Check that the model is served to the key. Raises UsageError, ModelApiError."""
        try:
            self.open(client).check_served()
        except UsageError as error:
            raise UsageError(
                f"--judge {self.model}: {error.message}", hint="mend that, or name another model"
            ) from error

    def open(self, client: ModelClient) -> TextModel:
        """Open the model of the judges. Raises UsageError."""
        return open_model(client, NAME, ModelSettings(self.model, self.base_url, max_tokens=MAX_TOKENS))


@dataclass(frozen=True, slots=True)
class JudgeRequest:
    """An episode that is to be judged; `key` is the hash of all that the verdicts depend on."""

    judges: Sequence[Judge]
    case: JudgeCase
    key: str
    seed: int
    checker: float


def judge_request(
    records: RunRecords,
    options: JudgeOptions,
    task: Task,
    result: EpisodeResult,
    later: Recheck | None = None,
) -> JudgeRequest | None:
    """Return what judges are shown of an episode; None if there is nothing to judge.

    There is nothing without a judge for the task, when the agent called the task infeasible, which the rule for that
    decides, and when the expected answer could not be computed from what the agent left, which fails the episode.
    An imported episode of a task without a checker has no score that a checker could have given.

    Args:
        records: The run.
        options: The judges.
        task: The task, in the variant that was played.
        result: How the episode ended.
        later: A later verdict of a changed checker.

    Raises TaskError when the task computes its expected answer and the episode was judged without one.
    """
    judges, notes = options.judges(task), task.judge_notes
    checker = checker_score(later or result)
    if checker is None and records.info.imported and not task.has_checker:
        checker = 1.0
    if not judges or result.termination == "failure" or checker is None:
        return None
    if notes.computed:
        if not result.truth:
            if checker:
                raise TaskError(
                    f"its record has no expected answer, which {task.truth_path.name} computes now"
                )
            return None
        notes = replace(notes, reference=result.truth)
    info = records.info
    episode = records.episode(task.id, result.epoch)
    case = make_case(
        task.with_form("concrete").instruction,
        notes,
        trajectory_of(read_events(episode.events_file(), []), episode.path),
        termination=result.termination or "",
        answer=result.answer,
        tools=_descriptions(records),
        models=(info.options.model, info.agent.model, *info.agent.models, *result.models),
    )
    seed = episode_seed(info.options.seed, task.id, result.epoch)
    key = verdict_key(judges, case, options.model, options.votes, seed)
    return JudgeRequest(judges, case, key, seed, checker)


def judge_episode(
    records: RunRecords,
    options: JudgeOptions,
    request: JudgeRequest,
    result: EpisodeResult,
    cancel: threading.Event,
    *,
    prices: Prices,
    limits: SpendingLimits | None = None,
    limiter: ConcurrencyLimiter | None = None,
    responses: RecordedResponses | None = None,
    controls: JudgeControls | None = None,
    later: bool = False,
) -> Judging:
    """Ask the judges, and return their verdicts with what they used.

    `responses` replace the model's. `controls` asks each judge about the control answers first. `later`: the run has
    ended, and its records stay as they are.

    Raises:
        UsageError: Something is wrong with the key, the model or the account.
        RecordsError: The requests cannot be recorded.
        CancelledError: `cancel` was set.
    """
    counts = {judge.name: controls.of(judge, cancel) for judge in request.judges} if controls else {}
    recorder = records.judge_recorder(result.task, result.epoch, *([request.key] if later else []))
    client = ModelClient(
        recorder=ExchangeRecorder(recorder.exchange, recorder.image),
        recorded_responses=responses,
        limiter=limiter,
    )
    tracker = UsageTracker(client, prices, limits)
    late = ModelApiError(f"the judges took more than {EPISODE_SECONDS:.0f} s")
    try:
        model = options.open(client)
        with client.decision(EPISODE_SECONDS):
            verdicts = call_within(
                2 * EPISODE_SECONDS,
                late,
                cancel,
                lambda: judge_case(
                    request.judges, request.case, model, votes=options.votes, seed=request.seed
                ),
            )
    finally:
        tracker.flush()
        client.close()
        recorder.close()
    return Judging(
        key=request.key,
        model=options.model,
        votes=options.votes,
        checker=request.checker,
        verdicts=tuple(
            verdict.model_copy(update={"model": options.model, "controls": counts.get(verdict.judge)})
            for verdict in verdicts
        ),
        usage=Spending(**spending(tracker.current(), prices)),
        created=datetime.now(UTC).isoformat(timespec="milliseconds"),
        differences=len(responses.differences) if responses else 0,
    )


class RunJudge:
    """Judges the episodes of a run as they end. Thread-safe."""

    def __init__(
        self,
        records: RunRecords,
        prices: Prices,
        limits: SpendingLimits,
        limiter: ConcurrencyLimiter,
        answers: Callable[[str, int], RecordedResponses] | None = None,
        replayed: RunRecords | None = None,
    ) -> None:
        """`answers` returns the recorded responses of the judges of an episode, for a replay of the run `replayed`."""
        self._records = records
        self._options = JudgeOptions.of(records.info.options)
        self._prices = prices
        self._limits = limits
        self._limiter = limiter
        self._answers = answers
        self._controls = JudgeControls(
            records,
            self._options.model,
            self._options.votes,
            self._options.open,
            prices=prices,
            limits=limits,
            limiter=limiter,
            replayed=replayed,
        )

    def __call__(self, task: Task, result: EpisodeResult, cancel: threading.Event) -> EpisodeResult:
        """Return the result with the verdicts of its judges, which are also an event; the same if there are none.

        Raises as `judge_episode`.
        """
        request = judge_request(self._records, self._options, task, result) if self._options.model else None
        if request is None:
            return result
        judging = judge_episode(
            self._records,
            self._options,
            request,
            result,
            cancel,
            prices=self._prices,
            limits=self._limits,
            limiter=self._limiter,
            responses=self._answers(task.id, result.epoch) if self._answers else None,
            controls=self._controls,
        )
        recorder = self._records.recorder(task.id, result.epoch)
        recorder.event("judging", **judging.model_dump(mode="json", exclude={"usage"}))
        differences = result.differences + judging.differences
        return with_judging(result, judging).model_copy(update={"differences": differences})


def judge_prompts(options: JudgeOptions, tasks: Sequence[Task]) -> dict[str, str]:
    """Return the prompts of the judges of tasks, by their names in a run's record."""
    if not options.model:
        return {}
    judges = {judge.name: judge for task in _sound(tasks) for judge in options.judges(task)}
    return {f"{NAME} {name}": judges[name].prompt for name in sorted(judges)}


def check_judged(options: JudgeOptions, tasks: Sequence[Task]) -> None:
    """Check that the tasks of a run have the judges that they need, before a guest starts.

    Raises:
        UsageError: A task needs a judge and there is none, a judge has no task, or an option makes no sense.
    """
    options.check()
    tasks = _sound(tasks)
    if not options.model:
        lacking = [task.id for task in tasks if not task.has_checker]
        if lacking:
            more = f" and {len(lacking) - 1} more" if len(lacking) > 1 else ""
            raise UsageError(
                f"{lacking[0]}{more}: only a judge can score this, and there is none",
                hint="name the judge's model with --judge MODEL, or select tasks that have a check.py",
            )
        return
    if not any(options.judges(task) for task in tasks):
        raise UsageError(
            f"none of the {len(tasks)} selected tasks has words to judge, but --judge {options.model} is given",
            hint="leave it out, select tasks with key_points or a reference, or grade any with --judge-by rubric",
        )
    unscored = [task.id for task in tasks if not task.has_checker and not _decided(options, task)]
    if unscored:
        raise UsageError(
            f"{unscored[0]} has no check.py, and none of the judges {', '.join(options.names)} can score it",
            hint="leave --judge-by out, or name key_points or reference",
        )


def count_unjudged_tasks(options: RunOptions, tasks: Sequence[Task]) -> int:
    """Return the number of tasks whose key points and references are not judged in this run."""
    return 0 if options.judge else sum(task.judge_notes.decide for task in _sound(tasks))


def _sound(tasks: Sequence[Task]) -> list[Task]:
    """The tasks that can be played, whose notes can therefore be read."""
    return [task for task in tasks if not task.skip_reason]


def _decided(options: JudgeOptions, task: Task) -> bool:
    return any(judge.applies(task.judge_notes) and judge.decides for judge in options.judges(task))


def _descriptions(records: RunRecords) -> dict[str, str]:
    """The descriptions of the guests' tools by name; none if the run has no list of them, or a damaged one."""
    try:
        listed = json.loads(read_bounded(records.paths.tools_file))
    except (OSError, ValueError, RecursionError):
        return {}
    items = listed if isinstance(listed, list) else []
    tools = [item for item in items if isinstance(item, dict)]
    return {encodable(str(tool.get("name"))): encodable(str(tool.get("description", ""))) for tool in tools}
