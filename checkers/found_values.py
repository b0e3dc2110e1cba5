"""A value that was found where no record of the personal applications shows it, such as a train's time.

personal_score(
    guest,
    Found("the first train to Corvin was looked up", TimeOfDay(6, 24)),
    Created("Enna knows when it leaves", "messenger.message", {"conversation": "chat-35"}, {...}),
)
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from checkers.personal import Evidence, RecordChange
from checkers.values import Kind, Outcome, judge

_MOMENT = re.compile(r"(?<=\d-\d\d)T(?=\d\d:)")
"""Between day and time of a moment."""
_CLOCK = ("at", "edited")
"""Fields in which the applications note when something was done."""


@dataclass(frozen=True, slots=True)
class Found:
    """A text of a record that the agent has made or changed, or its answer, gives a value; see `checkers.values`."""

    text: str
    value: Kind

    def credit(self, evidence: Evidence) -> tuple[float, str]:
        for text in (evidence.answer, *_written(evidence)):
            if judge(text, self.value).outcome is Outcome.RIGHT:
                return 1.0, text[:300]
        return 0.0, "no record that was changed has it, nor has the answer"

    def allows(self, change: RecordChange) -> bool:  # noqa: ARG002
        return False


def _written(evidence: Evidence) -> Iterator[str]:
    """Yield the texts of fields that are not as they were."""
    for change in evidence.changes:
        for name, value in (change.after or {}).items():
            if name not in _CLOCK and (change.before or {}).get(name) != value:
                yield from _texts(value)


def _texts(value: Any) -> Iterator[str]:
    if isinstance(value, list):
        for item in value:
            yield from _texts(item)
    elif value and not isinstance(value, bool):
        yield _MOMENT.sub(" ", str(value))
