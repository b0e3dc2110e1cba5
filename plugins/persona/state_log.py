"""The log of the personal applications: what each call showed and changed, read from a guest's state."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass, field
from typing import Any

from testbed.errors import FileTooLargeError
from testbed.guests import GuestView

STATE = "/var/lib/testbed-personal/state.db"
MOST_BYTES = 32 * 2**20
UNKNOWN = "there is no "
"""What a refusal of an id says that no record which the person sees has."""


@dataclass(frozen=True, slots=True)
class LoggedChange:
    """A record that a call changed: its type and id, and its fields before and after; None where it was not there."""

    record: str
    before: Mapping[str, Any] | None
    after: Mapping[str, Any] | None

    def __str__(self) -> str:
        if self.before is None or self.after is None:
            how, fields = ("added", self.after) if self.before is None else ("removed", self.before)
            shown = "; ".join(f"{name}: {value}" for name, value in (fields or {}).items() if value)
            return f"{self.record} {how}: {shown}"
        changed = (name for name in self.after if self.before.get(name) != self.after[name])
        return f"{self.record}: " + "; ".join(
            f"{name} was {self.before.get(name)!r}, is {self.after[name]!r}" for name in changed
        )


@dataclass(frozen=True, slots=True)
class LoggedCall:
    """A call: the tool's name with its server's prefix, what was given, and what came of it."""

    number: int
    tool: str
    arguments: Mapping[str, Any]
    refused: str
    changes: tuple[LoggedChange, ...] = ()


@dataclass(frozen=True, slots=True)
class StateLog:
    """What was called in an episode.

    Attributes:
        calls: In their order.
        first_shown: The number of the call that was the first to show a record, by type and id.
    """

    calls: tuple[LoggedCall, ...] = ()
    first_shown: Mapping[str, int] = field(default_factory=dict)

    def explored(self, records: Sequence[str]) -> float | None:
        """Return the share of records that were shown before the first change; None without records."""
        if not records:
            return None
        first = min((call.number for call in self.calls if call.changes), default=None)
        shown = [self.first_shown[key] for key in records if key in self.first_shown]
        return sum(first is None or number < first for number in shown) / len(records)

    @property
    def unknown_ids(self) -> int:
        """The number of calls that named a record which is not there for them."""
        return sum(UNKNOWN in call.refused for call in self.calls)

    def by_step(
        self, steps: Iterable[tuple[int, str, Mapping[str, Any]]]
    ) -> Iterator[tuple[int, LoggedCall]]:
        """Yield the calls with the numbers of the steps that made them: step, tool and arguments of each step."""
        left = list(self.calls)
        for number, tool, arguments in steps:
            for call in left:
                if call.tool == tool and call.arguments == arguments:
                    left.remove(call)
                    yield number, call
                    break


def read_log(view: GuestView) -> StateLog:
    """Return the log of a guest's state; an empty one if there is none that can be read."""
    try:
        data = view.read_file(STATE, limit=MOST_BYTES)
        with closing(sqlite3.connect(":memory:")) as database:
            database.deserialize(data)
            return _log(database)
    except (FileNotFoundError, FileTooLargeError, sqlite3.DatabaseError, ValueError):
        return StateLog()


def _log(database: sqlite3.Connection) -> StateLog:
    changes: dict[int, list[LoggedChange]] = {}
    for call, kind, key, before, after in database.execute(
        "SELECT call, type, id, before, after FROM changes ORDER BY revision"
    ):
        states = [None if text is None else json.loads(text) for text in (before, after)]
        changes.setdefault(call, []).append(LoggedChange(f"{kind} {key}", *states))
    calls = [
        LoggedCall(
            number, action.replace(".", "_"), json.loads(arguments), refused, tuple(changes.get(number, ()))
        )
        for number, action, arguments, refused in database.execute(
            "SELECT call, action, arguments, refused FROM calls ORDER BY call"
        )
    ]
    shown = database.execute("SELECT type || ' ' || id, min(call) FROM reads GROUP BY 1").fetchall()
    return StateLog(tuple(calls), dict(shown))
