"""Why episodes failed, in LiveMCPBench's four classes: by rule where the records decide, else by a judge.

A failed episode ran and has a score below 1. Rules, the first that holds:

- other: it ended by an error of the agent's program, or the agent broke the guest;
- with the router, when an annotated tool was neither offered, found nor called: query, if no query was made or none
  has a word of such a tool's name; retrieve, if a query has all words of one's name;
- tool: the latest call of an annotated tool returned an error.

Nothing else is decided by rule: a query that has some of the words, a task without annotated tools, an episode whose
calls all succeeded. There a judge of errors decides (`EpisodeVerdict.error_class`), if the run has one.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal

from controller.metrics.episode_stats import EpisodeStats
from controller.metrics.outcomes import EpisodeOutcome
from controller.records.verdicts import ErrorClass
from controller.tool_filter.words import words

DecidedBy = Literal["rule", "judge"]
CLASSES: tuple[ErrorClass, ...] = ("query", "retrieve", "tool", "other")
"""LiveMCPBench's. A judge of other classes decides nothing here."""


@dataclass(frozen=True, slots=True)
class Classified:
    """A failed episode's class, and what decided it."""

    error: ErrorClass
    by: DecidedBy


def has_failed(outcome: EpisodeOutcome) -> bool:
    """Whether an episode ran and did not succeed."""
    return outcome.ran and not outcome.succeeded


def classify(outcome: EpisodeOutcome) -> Classified | None:
    """Return the class of an episode; None of one that has not failed, and where nothing decides."""
    if not has_failed(outcome):
        return None
    if (error := _by_rule(outcome)) is not None:
        return Classified(error, "rule")
    if (error := _by_judge(outcome)) is not None:
        return Classified(error, "judge")
    return None


def _by_rule(outcome: EpisodeOutcome) -> ErrorClass | None:
    if outcome.status in ("agent_error", "agent_broke_guest"):
        return "other"
    stats = outcome.stats
    if stats is None or not outcome.needed:
        return None
    if stats.routes is not None:
        if any(query.found is None for query in stats.queries):
            return None
        found = stats.shown.union(stats.tools, *(query.found or () for query in stats.queries))
        if missing := [name for name in outcome.needed if name not in found]:
            return _of_queries(stats, missing)
    if any(stats.latest_failed.get(name) for name in outcome.needed):
        return "tool"
    return None


def _of_queries(stats: EpisodeStats, missing: Iterable[str]) -> ErrorClass | None:
    """The class of an episode in which the router did not find these tools."""
    queries = [frozenset(words(query.text)) for query in stats.queries]
    names = [frozenset(words(name.rpartition(".")[2])) for name in missing]
    if any(name <= query for name in names for query in queries if name):
        return "retrieve"
    if not any(name & query for name in names for query in queries):
        return "query"
    return None


def _by_judge(outcome: EpisodeOutcome) -> ErrorClass | None:
    verdicts = outcome.result.verdicts if outcome.result else ()
    return next((verdict.error_class for verdict in verdicts if verdict.error_class in CLASSES), None)
