"""Accuracy, TIR and ACS as OSWorld-MCP's published scripts count them in a result tree.

docs/osworld.md has the formulas.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import asdict, dataclass

from plugins.osworld.export.prediction import call_text, has_listed_call
from testbed.results import EpisodeToExport, ExportedStep, RunInfo

PNG = ".png"


@dataclass(frozen=True, slots=True)
class TaskFolder:
    """A task's folder in a result tree.

    Attributes:
        epoch: The epoch, from 1; each has a tree.
        tool_beneficial: Whether the list of tool-beneficial tasks names it.
        score: The value of `result.txt`; None without one.
        success: Whether the text of `result.txt` contains a "1".
        listed_call: Whether a prediction calls a tool of the list.
        png_files: Number of PNG files.
    """

    epoch: int
    tool_beneficial: bool
    score: float | None
    success: bool
    listed_call: bool
    png_files: int


Metrics = dict[str, float | None]


def score_in(text: str) -> float:
    """Return what the scripts take a `result.txt` for: its number, or 1 for any other text that is not empty."""
    try:
        return float(text)
    except ValueError:
        return float(bool(text))


def is_success(text: str) -> bool:
    """Whether the scripts take a `result.txt` for a success: 1.0, and 0.13 as well."""
    return "1" in text


def is_counted(info: RunInfo) -> bool:
    """Whether a run is one of OSWorld's tasks, so that the published metrics apply to it."""
    return bool(info.imported) or info.source.name.startswith("osworld:")


def task_folders(episodes: Iterable[EpisodeToExport]) -> Iterator[TaskFolder]:
    """Yield the folders that a run has, or would have after `testbed export --format osworld`."""
    for episode in episodes:
        if has_folder(episode):
            yield _folder(episode)


def has_folder(episode: EpisodeToExport) -> bool:
    """Whether an episode has begun: OSWorld's runners make a task's folder then."""
    skipped = episode.result is not None and episode.result.status == "skipped"
    return not skipped and episode.began


def result_text(episode: EpisodeToExport) -> str | None:
    """Return the content of an episode's `result.txt`; None without a verdict."""
    score = episode.result.score if episode.result else None
    return None if score is None else f"{score}\n"


def prediction_of(step: ExportedStep) -> str:
    """Return the text of a step's prediction: the thought of its decision, and its call of a tool.

    An imported step has the text that its trajectory had as `prediction`.
    """
    if step.source:
        return step.thought if step.source == "prediction" else ""
    thought = step.thought if step.first else ""
    if step.action.get("type") != "tool_call":
        return thought
    call = call_text(str(step.action.get("name")), step.action.get("arguments") or {})
    return "\n".join(filter(None, (thought, call)))


def measure(folders: Sequence[TaskFolder], tasks: int, *, gui: bool) -> Metrics:
    """Compute the published metrics, as means over the epochs for which they are defined.

    Args:
        folders: The folders of a group of tasks.
        tasks: Number of tasks of the group, those without a folder included.
        gui: Whether the run has GUI actions alone; it has no TIR.
    """
    epochs = [
        [folder for folder in folders if folder.epoch == epoch]
        for epoch in sorted({folder.epoch for folder in folders})
    ]
    return {
        "accuracy": _mean(map(_accuracy, epochs)),
        "tir": None if gui else _mean(_tool_invocation_rate(epoch, tasks) for epoch in epochs or [[]]),
        "acs": _mean(map(_completion_steps, epochs)),
    }


GROUPS: tuple[tuple[str, Callable[[bool], bool]], ...] = (
    ("overall", lambda _helped: True),
    ("tool_beneficial", lambda helped: helped),
    ("non_tool_beneficial", lambda helped: not helped),
)
"""The groups of tasks, by whether a task is tool-beneficial."""


def published_metrics(
    info: RunInfo, episodes: Iterable[EpisodeToExport]
) -> dict[str, dict[str, int | float | None]]:
    """Compute the published metrics of a run.

    Args:
        info: What was run.
        episodes: Its episodes.

    Returns:
        For each group of tasks `accuracy`, `tir` and `acs` (None where not defined), the numbers of `tasks`, of
        `folders` and of `results` among them.
    """
    every = list(task_folders(episodes))
    groups: dict[str, dict[str, int | float | None]] = {}
    for name, belongs in GROUPS:
        folders = [folder for folder in every if belongs(folder.tool_beneficial)]
        tasks = sum(belongs(entry.tool_beneficial) for entry in info.tasks)
        groups[name] = {
            "tasks": tasks,
            "folders": len(folders),
            "results": sum(folder.score is not None for folder in folders),
            **measure(folders, tasks, gui=info.options.actions == "gui"),
        }
    return groups


def _folder(episode: EpisodeToExport) -> TaskFolder:
    helped = episode.task.tool_beneficial
    if imported := episode.imported():
        return TaskFolder(episode.epoch, helped, **asdict(imported))
    text = result_text(episode)
    steps = list(episode.steps())
    pictures = [episode.first_screen(), *(step.screen for step in steps)]
    return TaskFolder(
        epoch=episode.epoch,
        tool_beneficial=helped,
        score=None if text is None else score_in(text),
        success=text is not None and is_success(text),
        listed_call=any(has_listed_call(prediction_of(step)) for step in steps),
        png_files=sum(picture is not None and picture.suffix == PNG for picture in pictures),
    )


def _accuracy(folders: Sequence[TaskFolder]) -> float | None:
    return _mean(folder.score for folder in folders)


def _tool_invocation_rate(folders: Sequence[TaskFolder], tasks: int) -> float | None:
    as_intended = sum(folder.success and folder.listed_call == folder.tool_beneficial for folder in folders)
    return as_intended / tasks if tasks else None


def _completion_steps(folders: Sequence[TaskFolder]) -> float | None:
    return _mean(max(0, folder.png_files - 1) for folder in folders)


def _mean(values: Iterator[float | None] | map[float | None]) -> float | None:
    """The mean of the values there are; None without any, or if it is not finite."""
    known = [value for value in values if value is not None]
    mean = math.fsum(known) / len(known) if known and all(map(math.isfinite, known)) else math.nan
    return mean if math.isfinite(mean) else None
