"""The agent's answer to the user."""

from __future__ import annotations

from collections.abc import Iterator

from plugins.persona.generation.lived import Lived
from plugins.persona.generation.operations.given import said
from plugins.persona.generation.operations.literals import ANSWER, pick
from plugins.persona.generation.parts import Call, Fact, Operation, kind_of, operation


@operation(fact=("day", "time", "price", "place", "code", "name"))
def answer(lived: Lived, fact: Fact) -> Iterator[Operation]:
    """Tell the user a value."""
    text, other = said("fact", fact)
    yield Operation(
        unit="answer",
        kind="other",
        asked=f"{pick(lived, fact, ANSWER)} {{fact}}.",
        takes={"fact": fact},
        effect=Call("", {"answer": text}),
        also={"answer": other},
        claim="the answer has it",
        check=f'Answered("{{claim}}", {kind_of(fact)})',
    )


@operation(fact=("moment",))
def answer_day(lived: Lived, fact: Fact) -> Iterator[Operation]:
    """Tell the user the day of a moment."""
    days = {value[:10] for value in _values(fact)}
    if len(days) != len(_values(fact)):
        return
    date, _, _ = kind_of(fact).partition("), ")
    yield Operation(
        unit="answer_day",
        kind="other",
        asked=f"{pick(lived, fact, ANSWER)} {{fact}}; the date is enough.",
        takes={"fact": fact},
        effect=Call("", {"answer": "That is on {fact[:10]}."}),
        also={"answer": "On {fact[:10]} at {fact[11:]}."},
        claim="the answer has the date",
        check=f'Answered("{{claim}}", {date}))',
    )


@operation(fact=("moment",))
def answer_hour(lived: Lived, fact: Fact) -> Iterator[Operation]:
    """Tell the user the time of day of a moment."""
    hours = {value[11:] for value in _values(fact)}
    if len(hours) != len(_values(fact)):
        return
    _, _, time = kind_of(fact).partition("), ")
    yield Operation(
        unit="answer_hour",
        kind="other",
        asked=f"{pick(lived, fact, ANSWER)} {{fact}}; the time of day is enough.",
        takes={"fact": fact},
        effect=Call("", {"answer": "That is at {fact[11:]}."}),
        also={"answer": "On {fact[:10]} at {fact[11:]}."},
        claim="the answer has the time of day",
        check=f'Answered("{{claim}}", {time})',
    )


def _values(fact: Fact) -> list[str]:
    """The value of a moment, and those that must lead to another answer."""
    values = [fact.value, *fact.others]
    if fact.change is not None:
        values.append(fact.value.replace(fact.change.old, fact.change.new))
    return values
