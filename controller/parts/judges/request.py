"""What judges are shown of an episode."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass, replace

from controller.core.texts import encodable
from controller.judges.asking import verdict_key
from controller.judges.contract import Judge, JudgeCase
from controller.judges.evidence import make_case
from controller.judges.options import JudgeOptions
from controller.records.bounded import read_bounded
from controller.records.event_lines import read_events
from controller.records.run_info import EpisodeResult, Recheck
from controller.records.run_records import RunRecords
from controller.records.trajectory_reader import trajectory_of
from controller.records.verdicts import EpisodeVerdict
from controller.runs.seeds import episode_seed
from controller.tasks.task import Task, with_form
from testbed.errors import TaskError


@dataclass(frozen=True, slots=True)
class JudgeRequest:
    """An episode that is to be judged.

    Attributes:
        judges: Who judges it.
        case: What they are shown.
        key: Hash of all that their verdicts depend on.
        seed: The seed of what is drawn for them.
        checked: The verdict of its checker.
    """

    judges: Sequence[Judge]
    case: JudgeCase
    key: str
    seed: int
    checked: EpisodeVerdict


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
        task: The task, as it was played.
        result: How the episode ended.
        later: A later verdict.

    Raises TaskError when the task computes its expected answer and the episode was judged without one.
    """
    judges, notes = options.judges(task), task.judging.notes
    checked = (later or result).checked
    if checked is None and records.info.imported and not task.judging.has_checker:
        checked = EpisodeVerdict(score=1.0)
    if not judges or result.termination == "failure" or checked is None:
        return None
    if notes.computed:
        truth = checked.truth or result.truth
        if not truth:
            if checked.score:
                raise TaskError(
                    f"its record has no expected answer, which {task.judging.truth_path.name} computes now"
                )
            return None
        notes = replace(notes, reference=truth)
    info = records.info
    episode = records.episode(task.id, result.epoch)
    case = make_case(
        with_form(task, "concrete").instruction,
        notes,
        trajectory_of(read_events(episode.events_file(), []), episode.path),
        termination=result.termination or "",
        answer=result.answer,
        tools=_descriptions(records),
        models=(info.options.model, info.agent.model, *info.agent.models, *result.usage.models),
    )
    seed = episode_seed(info.options.seed, task.id, result.epoch)
    key = verdict_key(judges, case, options.judge, options.judge_votes, seed)
    return JudgeRequest(judges, case, key, seed, checked)


def _descriptions(records: RunRecords) -> dict[str, str]:
    """The descriptions of the guests' tools by name; none if the run has no list of them, or a damaged one."""
    try:
        listed = json.loads(read_bounded(records.paths.tools_file))
    except (OSError, ValueError, RecursionError):
        return {}
    items = listed if isinstance(listed, list) else []
    tools = [item for item in items if isinstance(item, dict)]
    return {encodable(str(tool.get("name"))): encodable(str(tool.get("description", ""))) for tool in tools}
