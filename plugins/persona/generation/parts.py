"""What units make of a life: facts with the calls that find them, and operations with the call that has the effect."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

from plugins.persona.section import Kind

Type = Literal[
    "person",
    "moment",
    "day",
    "time",
    "price",
    "place",
    "code",
    "name",
    "event",
    "page",
    "file",
    "card",
    "mail",
    "post",
    "thread",
]
"""What a fact is: a person by the whole name; "2026-05-24T20:00", "2026-05-24", "20:00"; an amount such as "540.00"; a
place or an address; a number of a booking or a telephone; a title, product or other name; or the id of a record (of a
file its path, of a post one of the feed)."""
RECORDS: Mapping[Type, str] = {
    "event": "calendar.event",
    "page": "notes.page",
    "file": "vault.file",
    "card": "contacts.card",
    "mail": "mail.message",
    "post": "feed.post",
    "thread": "forum.thread",
}
"""The record types of facts that are a record's id."""
BEFORE_COMMA, AFTER_COMMA = ".partition(', ')[0]", ".rpartition(', ')[2]"
"""Parts of a variable with a place and its town, behind its name in braces."""


@dataclass(frozen=True, slots=True)
class Read:
    """What later calls take from a call's result.

    Attributes:
        name: The variable; "value" is the fact itself.
        path: Keys and indices to it in the result, as "0/id". "name=Helmi" is the first row with that name.
        pattern: A regular expression whose group 1 is taken out of the text there; "" for the whole.
    """

    name: str
    path: str
    pattern: str = ""


@dataclass(frozen=True, slots=True)
class Call:
    """A call of a tool. In its texts `{price}` is a variable; `{starts[:10]}` or one of the parts above is of one."""

    tool: str
    arguments: Mapping[str, Any] = field(default_factory=dict)
    reads: tuple[Read, ...] = ()


@dataclass(frozen=True, slots=True)
class Change:
    """Another value of a fact in the state, which must lead to another result: the field's old text becomes the new."""

    record: str
    field: str
    old: str
    new: str


@dataclass(frozen=True, kw_only=True, slots=True)
class Fact:
    """A value that the state determines.

    Attributes:
        unit: The name of its unit.
        type: What it is.
        value: The value, as the calls return it.
        wanted: What the instruction calls it, with nothing that the state determines: "what the plumber wants for the
            new cistern now", "when the concert with Ulrik begins"; of a person or a record "my dentist", "the dinner
            with Roland".
        it: What a second sentence calls it: "that sum", "then", "them".
        calls: The calls that find it. None for a fact that the instruction says itself.
        claim: The claim that it was looked up: "the plumber's last offer was read".
        shown: The records of which one must have been shown, as "mail.message mail-12"; none of what servers say that
            keep no records of a person.
        others: Values that a hasty agent takes for it: wrong results are made of them.
        change: Another value in the state; None for a fact without calls.
        needs: Facts that its calls take, by the name in braces.
        context: Paragraphs without which it cannot be found.
        unnecessary: True paragraphs that do not help.
        kind: The checkpoint's kind.
    """

    unit: str
    type: Type
    value: str
    wanted: str
    it: str = ""
    calls: tuple[Call, ...] = ()
    claim: str = ""
    shown: tuple[str, ...] = ()
    others: tuple[str, ...] = ()
    change: Change | None = None
    needs: Mapping[str, Fact] = field(default_factory=dict)
    context: tuple[str, ...] = ()
    unnecessary: tuple[str, ...] = ()
    kind: Kind = "personal_search"


@dataclass(frozen=True, kw_only=True, slots=True)
class Operation:
    """Something to be done with facts.

    Attributes:
        unit: The name of its unit.
        kind: The checkpoint's kind; "other" for the agent's answer.
        asked: A sentence of the instruction: "Tell {person} in the messenger {fact}." with the names of `takes`.
        takes: The facts, by the name in braces.
        lookups: Calls before the effect.
        effect: The call that has the effect; of an answer the tool is "" and the argument `answer`.
        also: Arguments of it that are as right: the same in other words.
        wrong: Arguments of it that are wrong, by what is wrong about them.
        claim: The claim of the checkpoint.
        check: The checkpoint in `check.py`, with "{claim}" for the claim:
            'Deleted("{claim}", "contacts.card", "card-3")'.
        record: The record that it changes, as "notes.page page-7"; "" if it makes one.
    """

    unit: str
    kind: Kind
    asked: str
    takes: Mapping[str, Fact]
    lookups: tuple[Call, ...] = ()
    effect: Call
    also: Mapping[str, Any] = field(default_factory=dict)
    wrong: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)
    claim: str
    check: str
    record: str = ""


StepUnit = Callable[..., Iterator[Fact]]
OperationUnit = Callable[..., Iterator[Operation]]


@dataclass(frozen=True, slots=True)
class Unit:
    """A declared unit: a function of a life and of facts of the types that it takes, by name."""

    name: str
    gives: Type | None
    takes: Mapping[str, tuple[Type, ...]]
    make: Callable[..., Iterator[Any]]


FACTS: dict[str, Unit] = {}
"""Units that make facts, by name."""
OPERATIONS: dict[str, Unit] = {}
"""Units that make operations, by name."""


def fact(gives: Type, **takes: tuple[Type, ...]) -> Callable[[StepUnit], StepUnit]:
    """Declare a function `(lived, **facts)` that yields facts of a type, made of facts of the types that it takes."""

    def declare(make: StepUnit) -> StepUnit:
        _check_new(FACTS, make.__name__)
        FACTS[make.__name__] = Unit(make.__name__, gives, takes, make)
        return make

    return declare


def operation(**takes: tuple[Type, ...]) -> Callable[[OperationUnit], OperationUnit]:
    """Declare a function `(lived, **facts)` that yields what can be done with facts of the types that it takes."""

    def declare(make: OperationUnit) -> OperationUnit:
        _check_new(OPERATIONS, make.__name__)
        OPERATIONS[make.__name__] = Unit(make.__name__, None, takes, make)
        return make

    return declare


def _check_new(units: Mapping[str, Unit], name: str) -> None:
    if name in units:
        raise TypeError(f"there are two units {name}")


def kind_of(given: Fact) -> str:
    """Return the fact's value as `checkers.values` has it, in Python: 'Money(540.0, "EUR")'."""
    match given.type:
        case "price":
            return f'Money({float(given.value)}, "EUR")'
        case "day":
            year, month, day = map(int, given.value.split("-"))
            return f"Date({year}, {month}, {day})"
        case "time":
            hour, minute = map(int, given.value.split(":"))
            return f"TimeOfDay({hour}, {minute})"
        case "moment":
            numbers = [int(number) for number in re.split("[-T:]", given.value)]
            return "Date({}, {}, {}), TimeOfDay({}, {})".format(*numbers)
    if given.value.isdecimal():
        return f"Number({int(given.value)})"
    if given.kind == "generic_search" and re.fullmatch(r"\d+\.\d+", given.value):
        return f"Number({float(given.value)})"
    others = f", others={[*given.others]!r}" if given.others else ""
    return f"Name({given.value!r}{others})"
