"""Why an episode failed, by rule: the paper's classes as far as the log of calls decides them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Literal

if TYPE_CHECKING:
    from plugins.persona.state_log import StateLog

Failure = Literal["skipped_dependency", "under_exploration", "wrong_value", "collateral", "not_done", ""]
FAILURES: dict[Failure, str] = {
    "skipped_dependency": "a call named a record that is not there: an id was invented, or that of another application",
    "under_exploration": "something was changed before all that had to be looked up was shown",
    "wrong_value": "the right record has a wrong value, or was made too often",
    "collateral": "a record changed that the task does not ask for",
    "not_done": "something is missing, for none of these reasons",
}
"""The classes; the first that fits holds."""
UNDECIDED: Failure = "not_done"
"""The class of which a judge may say more."""
JUDGED = {
    "long_context": "the agent lost what it had been told or shown, as the judge says",
    "other": "something else went wrong, as the judge says",
}
"""Classes that no rule finds."""


def failure_of(credits: Sequence[float], collateral: bool, explored: float | None, log: StateLog) -> Failure:
    """Return the class of an episode with these credits; "" if all checkpoints are met and nothing else changed."""
    if not collateral and all(credit == 1 for credit in credits):
        return ""
    if log.unknown_ids:
        return "skipped_dependency"
    if explored is not None and explored < 1:
        return "under_exploration"
    if 0.5 in credits:
        return "wrong_value"
    return "collateral" if collateral else "not_done"
