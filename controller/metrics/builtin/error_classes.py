"""Shares of failed episodes by class of error (LiveMCPBench)."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from controller.metrics.error_classes import classify
from controller.metrics.outcomes import EpisodeOutcome
from controller.metrics.spec import MetricSpec
from controller.records.verdicts import ErrorClass


def _share(error: ErrorClass) -> Callable[[Sequence[EpisodeOutcome]], float]:
    def share(outcomes: Sequence[EpisodeOutcome]) -> float:
        classes = [classified.error for outcome in outcomes if (classified := classify(outcome))]
        return classes.count(error) / len(classes)

    return share


def _is_classified(outcome: EpisodeOutcome) -> bool:
    return classify(outcome) is not None


def _errors(error: ErrorClass, what: str) -> MetricSpec:
    return MetricSpec(
        key=f"{error}_errors",
        label=f"{error} errors",
        definition=f"share of the failed episodes with a known class of error in which {what}",
        compute=_share(error),
        better="lower",
        unit="%",
        over=_is_classified,
        headline=False,
        sparse=True,
        needs_tools=True,
        needs_events=True,
        episode_column=None,
    )


QUERY_ERRORS = _errors("query", "the agent did not search for a tool that the task needs")
RETRIEVE_ERRORS = _errors("retrieve", "the router did not find a tool that the agent searched for")
TOOL_ERRORS = _errors("tool", "a tool that the task needs was called wrongly")
OTHER_ERRORS = _errors("other", "something else went wrong")
ERRORS = (QUERY_ERRORS, RETRIEVE_ERRORS, TOOL_ERRORS, OTHER_ERRORS)
