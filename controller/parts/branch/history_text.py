"""What was done in a recorded episode, told in a prompt."""

from __future__ import annotations

from collections.abc import Iterator

from controller.core.actions import describe_action
from controller.parts.branch import BranchOptions
from controller.parts.branch.history import History
from controller.parts.branch.origin import open_origin
from controller.records.event_lines import Event
from controller.records.event_values import text_of
from testbed.errors import UsageError

LONGEST_RESULT = 300
"""Longest text of a result that is told, in characters."""
INTRODUCTION = (
    "Work on this task has begun: the steps below have been taken, and the screen shows their result. "
    "Go on from there."
)


def history_text(given: BranchOptions, task_id: str) -> str:
    """Return what was done in the episode that `--branch-from` names. Raises UsageError, RecordsError."""
    origin = open_origin(given)
    if origin is None:
        raise UsageError("no run to go on from is named", hint="give --branch-from RUN")
    return "\n".join([INTRODUCTION, *_lines(origin.history(task_id))])


def _lines(history: History) -> Iterator[str]:
    for number, past in enumerate(history.decisions, 1):
        events = history.decisions[number].before if number < len(history.decisions) else history.after
        results = [text for event in events if event["event"] == "step" and (text := _result(event))]
        actions = "; ".join(map(describe_action, past.decision.actions))
        yield f"{number}. {actions}" + "".join(f"\n   {result}" for result in results)


def _result(event: Event) -> str:
    result = event.get("result")
    if not isinstance(result, dict):
        return ""
    text = " ".join(text_of(result.get("text")).split())
    cut = text[:LONGEST_RESULT] + ("…" if len(text) > LONGEST_RESULT else "")
    return f"{'error' if result.get('is_error') else 'result'}: {cut}" if cut else ""
