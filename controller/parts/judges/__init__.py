"""Judges played by a model: what an episode's score is with them, and what they say of it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from controller.episode.declared_part import DeclaredPart, MakePart, PartCheck, PartRun
from controller.judges.options import NAME, JudgeOptions
from controller.judges.records import Judging
from controller.parts.judges.metrics import METRICS
from controller.records.spending import Spending
from controller.records.verdicts import EpisodeVerdict
from controller.tasks.task import Task, with_judge
from testbed.errors import UsageError


class Judges(DeclaredPart):
    """Asks judges when an episode has ended. Its record has their verdicts."""

    title = "judges"
    options = JudgeOptions
    record = Judging
    metrics = METRICS
    kinds = ("judging",)
    old_field = "judging"

    def open(self, run: PartRun) -> MakePart:
        given: JudgeOptions = run.given
        if not given.judge or run.records is None:
            return lambda _attempt: None
        from controller.parts.judges.episode import JudgedEpisode, RunJudges

        judges = RunJudges(run, run.records)
        return lambda attempt: JudgedEpisode(judges, attempt)

    def check(self, run: PartCheck) -> None:
        given: JudgeOptions = run.given
        given.check()
        tasks = _playable(run.tasks)
        if not given.judge:
            lacking = [task.id for task in tasks if not task.judging.has_checker]
            if lacking:
                more = f" and {len(lacking) - 1} more" if len(lacking) > 1 else ""
                raise UsageError(
                    f"{lacking[0]}{more}: only a judge can score this, and there is none",
                    hint="name the judge's model with --judge MODEL, or select tasks that have a check.py",
                )
            return
        if not any(given.judges(task) for task in tasks):
            raise UsageError(
                f"none of the {len(tasks)} selected tasks has words to judge, but --judge {given.judge} is given",
                hint="leave it out, select tasks with key_points or a reference, or grade any with --judge-by rubric",
            )
        unscored = [task.id for task in tasks if not task.judging.has_checker and not _decided(given, task)]
        if unscored:
            raise UsageError(
                f"{unscored[0]} has no check.py, and none of the judges {', '.join(given.judge_by)} can score it",
                hint="leave --judge-by out, or name key_points or reference",
            )
        given.check_served(run.client)

    def prepare(self, task: Task, given: JudgeOptions) -> Task:
        return with_judge(task) if given.judge else task

    def prompts(self, given: JudgeOptions, tasks: Sequence[Task]) -> Mapping[str, str]:
        if not given.judge:
            return {}
        judges = {judge.name: judge for task in _playable(tasks) for judge in given.judges(task)}
        return {f"{NAME} {name}": judges[name].prompt for name in sorted(judges)}

    def models(self, given: JudgeOptions) -> Iterable[str]:
        return (given.judge,) if given.judge else ()

    def advice(self, given: JudgeOptions, tasks: Sequence[Task]) -> Iterable[str]:
        unjudged = 0 if given.judge else sum(task.judging.notes.decide for task in _playable(tasks))
        if unjudged:
            yield (
                f"{unjudged} of the tasks have key points or a reference, which are judged only with --judge: their "
                "score is that of check.py alone"
            )

    def marks(self, given: JudgeOptions, records: Sequence[Judging]) -> Iterable[str]:  # noqa: ARG002
        verdicts = [verdict for judging in records for verdict in judging.verdicts]
        if models := sorted({verdict.model for verdict in verdicts}):
            yield f"judge: {', '.join(models)}"
        yield from sorted({error for judging in records for error in judging.control_errors})

    def verdict(self, record: Judging, before: float) -> EpisodeVerdict:
        from controller.parts.judges.verdict import verdict_of

        return verdict_of(record, before)

    def usage(self, record: Judging) -> Spending:
        return record.usage


def _playable(tasks: Sequence[Task]) -> list[Task]:
    """The tasks that can be played, whose notes can therefore be read."""
    return [task for task in tasks if not task.skip_reason]


def _decided(options: JudgeOptions, task: Task) -> bool:
    return any(judge.applies(task.judging.notes) and judge.decides for judge in options.judges(task))


PART = Judges()
