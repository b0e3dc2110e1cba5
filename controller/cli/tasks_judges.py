"""Judges in `testbed tasks`: what a task's author wrote for them, and the model that plays them in a validation."""

from __future__ import annotations

from collections.abc import Iterator

from controller.core.plain_text import plain_text
from controller.judges.options import JudgeOptions
from controller.models.client import ModelClient
from controller.models.settings import parse_base_url
from controller.proofs.judged_cases import CaseJudge
from controller.runs.run_agent import CHECK_RETRIES
from controller.tasks.task import Task


def judge_lines(task: Task) -> Iterator[str]:
    """Yield a line for the task's level and for each of its notes for judges; none for a task without them."""
    notes = task.judging.notes
    named = {
        "level": task.info.level,
        "reference": f"computed by {task.judging.truth_path}" if notes.computed else notes.reference,
        "fuzzy": notes.fuzzy,
        "dependencies": notes.dependencies,
    }
    yield from (f"key point: {plain_text(point)}" for point in notes.key_points)
    yield from (f"{name}: {plain_text(text)}" for name, text in named.items() if text)
    if not task.judging.has_checker:
        yield "scored by judges alone: there is no check.py"


def case_judge(model: str, base_url: str) -> CaseJudge | None:
    """Return what asks a model about the cases of a validation; None without a model.

    Raises UsageError when the model is not served to the key, or only its address is given.
    """
    options = JudgeOptions(judge=model, judge_base_url=parse_base_url(base_url))
    options.check()
    if not model:
        return None
    client = ModelClient(CHECK_RETRIES)
    try:
        options.check_served(client)
    finally:
        client.close()
    return CaseJudge(options)
