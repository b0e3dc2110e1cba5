"""What an agent has done with the personal applications: checkpoints, each met wholly, by half or not at all.

    return personal_score(
        guest,
        Answered("the answer has the new room", Name("B12", others=["A4"])),
        Shown("the mail with the change was read", "mail.message mail-212"),
        Created("Mara has the room", "messenger.message", {"conversation": "chat-7"}, {"text": mentions(Name("B12"))}),
        Changed("the meeting is at ten", "calendar.event", "event-31", {"starts": "2026-05-19T10:00"}),
    )

The score is 1 if every checkpoint is met and nothing else has changed, neither a record nor a file. An agent that does
nothing meets none of them: a value that holds before is no checkpoint. Credit of one half is for the right record with
a wrong value, and for one that was made more often than asked.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol, cast

from checkers.answers import answer
from checkers.base import Claim, GuestView, Score
from checkers.credit import CreditedClaim
from checkers.differences.changed_files import FileChange, ShowsChanges
from checkers.differences.databases.personal_state import PersonalState, RecordKey, read_personal_state
from checkers.differences.home_files import PERSONAL_DATA
from checkers.evidence import Unusable
from checkers.nothing_else import Allowed, nothing_else
from checkers.values import Kind, Outcome, judge

STATE = f"{PERSONAL_DATA}/state.db"
CLAIM = "no other record has changed"
Data = Mapping[str, Any]
Expected = Mapping[str, Any]
"""What fields of a record must be: values, or functions that test one. The order in a list does not count."""
_HARMLESS = {"mail.message": {"is_read"}, "feed.notification": {"is_read"}}
"""Fields that reading changes."""
_MARKS = {"edited", "is_edited"}
"""Fields of any type in which applications note that a record was changed."""
_DERIVED = {"feed.notification"}
"""Types whose records applications make by themselves."""
_OWN = {"mail.message": {"folder", "is_read", "is_starred"}, "calendar.event": {"calendar", "reminder"}}
"""Types of which other people have copies that follow, and the fields in which these differ."""
_SHOWN = 5


@dataclass(frozen=True, slots=True)
class RecordChange:
    """A record that is not as it was: `before` is None if it is new, `after` if it is gone."""

    key: RecordKey
    before: Data | None
    after: Data | None

    def __str__(self) -> str:
        how = "added" if self.before is None else "removed" if self.after is None else ""
        names = [] if how else sorted(_differing(self.before or {}, self.after or {}))
        return f"{' '.join(self.key)} {how or ', '.join(names)}"


@dataclass(frozen=True)
class Evidence:
    """What an episode has left.

    Attributes:
        answer: What the agent answered.
        changes: The records that are not as they were.
        shown: The records that were shown to the agent.
    """

    answer: str
    changes: tuple[RecordChange, ...]
    shown: frozenset[RecordKey]


class Checkpoint(Protocol):
    """A part of a task that is judged by itself."""

    @property
    def text(self) -> str:
        """What must be so."""
        ...

    def credit(self, evidence: Evidence) -> tuple[float, str]:
        """Return 0, 0.5 or 1, and what is there."""
        ...

    def allows(self, change: RecordChange) -> bool:
        """Whether a change is one that it asks for, even if not quite right."""
        ...


@dataclass(frozen=True, slots=True)
class Answered:
    """The agent's answer gives a value; see `checkers.values`. `given` has values that do not contradict it."""

    text: str
    value: Kind
    given: str = ""

    def credit(self, evidence: Evidence) -> tuple[float, str]:
        verdict = judge(evidence.answer, self.value, self.given)
        return float(verdict.outcome is Outcome.RIGHT), f"{verdict.reason}: {evidence.answer[:300]}"

    def allows(self, change: RecordChange) -> bool:  # noqa: ARG002
        return False


@dataclass(frozen=True, slots=True)
class Shown:
    """A tool has shown the agent one of these records, each by type and id: "mail.message mail-212"."""

    text: str
    records: str | tuple[str, ...]

    def credit(self, evidence: Evidence) -> tuple[float, str]:
        records = (self.records,) if isinstance(self.records, str) else self.records
        shown = {" ".join(key) for key in evidence.shown}
        seen = [record for record in records if record in shown]
        return float(bool(seen)), f"shown: {', '.join(seen) or 'none'}"

    def allows(self, change: RecordChange) -> bool:  # noqa: ARG002
        return False


@dataclass(frozen=True, slots=True)
class Created:
    """As many new records as asked have the identity and the values.

    Attributes:
        text: What must be so.
        type: The records' type.
        identity: What makes a record the one that is asked for; of a mail or an event also the folder or the calendar,
            as other people get copies.
        values: What it must have besides.
        times: How many are asked for.
    """

    text: str
    type: str
    identity: Expected
    values: Expected
    times: int = 1

    def credit(self, evidence: Evidence) -> tuple[float, str]:
        made = [change.after for change in evidence.changes if self.allows(change) and change.after]
        right = sum(_fits(data, self.values) for data in made)
        if right == len(made) == self.times:
            return 1.0, ""
        found = "; ".join(_described(data, self.values) for data in made) or "none"
        return 0.5 if made else 0.0, f"{len(made)} made: {found}"

    def allows(self, change: RecordChange) -> bool:
        return (
            change.key[0] == self.type
            and change.before is None
            and change.after is not None
            and _fits(change.after, self.identity)
        )


@dataclass(frozen=True, slots=True)
class Changed:
    """A record was changed to these values; other fields of it must stay."""

    text: str
    type: str
    id: str
    values: Expected

    def credit(self, evidence: Evidence) -> tuple[float, str]:
        for change in evidence.changes:
            if change.key == (self.type, self.id) and change.before is not None and change.after is not None:
                touched = _differing(change.before, change.after) & self.values.keys()
                if touched:
                    right = _fits(change.after, self.values)
                    return 1.0 if right else 0.5, "" if right else _described(change.after, self.values)
        return 0.0, "as it was"

    def allows(self, change: RecordChange) -> bool:
        if change.key != (self.type, self.id) or change.before is None or change.after is None:
            return False
        return _differing(change.before, change.after) <= self.values.keys() | _harmless(self.type)


@dataclass(frozen=True, slots=True)
class Deleted:
    """A record is gone."""

    text: str
    type: str
    id: str

    def credit(self, evidence: Evidence) -> tuple[float, str]:
        gone = any(self.allows(change) for change in evidence.changes)
        return float(gone), "" if gone else "it is there"

    def allows(self, change: RecordChange) -> bool:
        return change.key == (self.type, self.id) and change.after is None


def mentions(*values: Kind, given: str = "") -> Callable[[object], bool]:
    """Return a test of a text that gives these values, in whatever words; see `answered`."""
    return lambda text: all(judge(str(text), value, given).outcome is Outcome.RIGHT for value in values)


def has_words(*words: str) -> Callable[[object], bool]:
    """Return a test of a text that has these words, in upper or lower case."""
    return lambda text: all(word.casefold() in str(text).casefold() for word in words)


def personal_score(
    guest: GuestView,
    *checkpoints: Checkpoint,
    may_also: Sequence[Checkpoint] = (),
    files: Sequence[Allowed | list[Allowed]] = (),
) -> Score:
    """Judge the checkpoints, and that nothing else has changed.

    Args:
        guest: The guest.
        checkpoints: What is asked for.
        may_also: Changes that do no harm and earn nothing.
        files: What may change in files; see `nothing_else`.

    Raises TypeError if the view does not know the state before the agent began.
    """
    try:
        evidence = read_evidence(guest)
    except Unusable as problem:
        return Score.all_of(problem.claim)
    claims: list[Claim] = []
    for checkpoint in checkpoints:
        credit, found = checkpoint.credit(evidence)
        claims.append(CreditedClaim(checkpoint.text, credit == 1, found[:500], credit=credit))
    left = list(_left(evidence.changes, (*checkpoints, *may_also)))
    more = f"; and {len(left) - _SHOWN} more" if len(left) > _SHOWN else ""
    claims.append(Claim(CLAIM, not left, "; ".join(map(str, left[:_SHOWN])) + more))
    others = cast("GuestView", _WithoutState(guest))
    return Score.all_of(*claims, nothing_else(others, *files))


class _WithoutState:
    """A guest whose changes are those of other files: the state's records are compared one by one already."""

    def __init__(self, guest: GuestView) -> None:
        self._guest = guest

    def __getattr__(self, name: str) -> Any:
        return getattr(self._guest, name)

    def changed_files(self) -> list[FileChange]:
        assert isinstance(self._guest, ShowsChanges), "personal_score has looked"
        return [file for file in self._guest.changed_files() if file.path != STATE]


def read_evidence(guest: GuestView) -> Evidence:
    """Read what an episode has left. Raises Unusable; TypeError as `personal_score`."""
    if not isinstance(guest, ShowsChanges):
        raise TypeError(f"{type(guest).__name__} does not know the state before the agent began")
    states = [
        [
            read_personal_state(state.content or b"" if state else b"", STATE)
            for state in (file.before, file.after)
        ]
        for file in guest.changed_files()
        if file.path == STATE
    ]
    given = answer(guest)
    if not states:
        return Evidence(given, (), frozenset())
    before, after = states[0]
    return Evidence(given, tuple(_changes(before, after)), frozenset(after.shown))


def _changes(before: PersonalState, after: PersonalState) -> Iterator[RecordChange]:
    for key in sorted({*before.records, *after.records}):
        old, new = before.records.get(key), after.records.get(key)
        if old != new:
            yield RecordChange(key, old, new)


def _left(changes: Sequence[RecordChange], checkpoints: Sequence[Checkpoint]) -> Iterator[RecordChange]:
    """Yield the changes that nothing asks for."""
    allowed = [change for change in changes if any(item.allows(change) for item in checkpoints)]
    for change in changes:
        follows = any(change is other or _follows(change, other) for other in allowed)
        if not (follows or _is_harmless(change)):
            yield change


def _is_harmless(change: RecordChange) -> bool:
    if change.key[0] in _DERIVED:
        return True
    if change.before is None or change.after is None:
        return False
    return _differing(change.before, change.after) <= _harmless(change.key[0])


def _harmless(kind: str) -> set[str]:
    return _HARMLESS.get(kind, set()) | _MARKS


def _follows(change: RecordChange, other: RecordChange) -> bool:
    """Whether a change is that of somebody's copy of the record that `other` changes."""
    own = _OWN.get(change.key[0])
    if own is None or change.key[0] != other.key[0]:
        return False
    return all(
        (one is None) is (another is None) and _differing(one or {}, another or {}) <= own
        for one, another in ((change.before, other.before), (change.after, other.after))
    )


def _differing(one: Data, other: Data) -> set[str]:
    return {name for name in {*one, *other} if one.get(name) != other.get(name)}


def _fits(data: Data, expected: Expected) -> bool:
    return all(_is(data.get(name), value) for name, value in expected.items())


def _is(value: Any, expected: Any) -> bool:
    if callable(expected):
        return bool(expected(value))
    if isinstance(value, list) and isinstance(expected, list | tuple):
        return sorted(map(str, value)) == sorted(map(str, expected))
    return bool(value == expected)


def _described(data: Data, expected: Expected) -> str:
    """Show the fields that are not as expected."""
    return ", ".join(
        f"{name} is {data.get(name)!r}"[:120] for name in expected if not _fits(data, {name: expected[name]})
    )
