"""Why an episode ended as it did, in one line that is never empty."""

from __future__ import annotations

from controller.core.texts import count
from controller.records.run_info import EpisodeResult, Failure
from controller.results.comparison.compare import reason_of
from controller.results.viewer.numbers import STATUS_NAMES

LONGEST = 160
"""Longest reason, in characters."""
_STATES = {
    "waiting": "not started",
    "running": "still running",
    "cut_short": "aborted: the record ends before a verdict; `testbed resume` runs it again",
}


def end_reason(
    state: str, result: EpisodeResult | None, steps: int | None = None, run_error: Failure | None = None
) -> str:
    """The reason of an episode's score.

    Args:
        state: Its status, or "waiting", "running", "cut_short" without a result.
        result: Its result.
        steps: Steps so far of one without a result.
        run_error: The error that aborted its run.
    """
    if result is None:
        if run_error and state != "running":
            started = f"aborted{_after(steps)}" if state == "cut_short" else "not started"
            return f"{started}; the run ended by {run_error.type}: {run_error.message}"[:LONGEST]
        return f"{_STATES.get(state, state)}{_after(steps) if state == 'running' else ''}"
    reason = reason_of(result).strip()
    if result.score != 1 and reason:
        return reason[:LONGEST]
    met = sum(claim.holds for claim in result.claims)
    if result.score == 1:
        return "all claims met" if result.claims and met == len(result.claims) else "the checker passed it"
    if result.error:
        return f"{result.error.type} without a message"
    if result.score is None:
        return f"{STATUS_NAMES.get(result.status, result.status)}: no verdict"
    if result.claims:
        return f"score {result.score:.2g} although all claims are met"
    return f"{_ending(result)}: the checker gives {result.score:.2g} and names no claim"


def _after(steps: int | None) -> str:
    return f" after {count(steps, 'step')}" if steps is not None else ""


def _ending(result: EpisodeResult) -> str:
    if result.status != "completed":
        return STATUS_NAMES.get(result.status, result.status)
    return {"failure": "reported as infeasible", "success": "reported as done"}.get(
        result.termination or "", "completed"
    )
