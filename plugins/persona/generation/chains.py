"""A chain: operations that share facts, with the facts that those need, in the order in which they are found."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property, partial

from plugins.persona.categories import Category, category_of
from plugins.persona.generation.parts import Call, Fact, Operation

_PRONOUNS = ("them", "it")
_STOPS = ":;"
"""Signs after which a sentence takes no further part."""
LONGEST_SENTENCE = 34
"""Words of a sentence that two operations share."""
TOLD_ALREADY = ("Tell me ", "Tell me as well ")
"""How an answer is asked for, and how where another one was asked for just before."""
_PLACEHOLDER = re.compile(r"\{(\w+)([^{}]*)\}")


@dataclass(frozen=True)
class Chain:
    """Operations on one life.

    Attributes:
        life: The life's number.
        operations: What is to be done, in order.
    """

    life: int
    operations: tuple[Operation, ...]

    @cached_property
    def facts(self) -> tuple[Fact, ...]:
        """The facts of all operations, each once, and before each those that it needs."""
        found: list[Fact] = []
        for operation in self.operations:
            for taken in operation.takes.values():
                found += [item for item in _with_needs(taken) if item not in found]
        return tuple(found)

    @cached_property
    def looked_up(self) -> tuple[Fact, ...]:
        """The facts that have checkpoints: of those that one answer shows with one value, the first."""
        found: dict[str, Fact] = {}
        for fact in self.facts:
            if fact.calls:
                last, needs = fact.calls[-1], [(slot, item.value) for slot, item in fact.needs.items()]
                shows = fact.shown or fact.value
                found.setdefault(repr((last.tool, last.arguments, needs, shows)), fact)
        return tuple(found.values())

    @cached_property
    def signature(self) -> tuple[str, ...]:
        """What makes two chains alike: their units, and which share a fact."""
        number = {id(fact): index for index, fact in enumerate(self.facts)}
        units = [fact.unit for fact in self.facts]
        return (*units, *(_wired(operation, number) for operation in self.operations))

    @cached_property
    def checkpoints(self) -> int:
        """How many checkpoints it has."""
        return len(self.looked_up) + len(self.operations)

    @cached_property
    def tools(self) -> tuple[str, ...]:
        """The tools that its calls use, each once."""
        calls = [call for _, call in self.calls()]
        return tuple(dict.fromkeys(call.tool for call in calls if call.tool))

    @cached_property
    def category(self) -> Category:
        """Its category, by the tools of its checkpoints."""
        asked = [fact.calls[-1].tool for fact in self.facts if fact.calls]
        return category_of([*asked, *(item.effect.tool for item in self.operations if item.effect.tool)])

    def calls(self) -> Iterator[tuple[Fact | Operation, Call]]:
        """Yield all calls in order, effects last, with what each belongs to."""
        for fact in self.facts:
            yield from ((fact, call) for call in fact.calls)
        for operation in self.operations:
            yield from ((operation, call) for call in operation.lookups)
        for operation in self.operations:
            yield operation, operation.effect


@dataclass
class Names:
    """The variables of a chain: those of a unit become names that are free in the whole chain."""

    taken: set[str] = field(default_factory=set)

    def fresh(self, name: str) -> str:
        """Return the name, with a number if it is taken."""
        free, number = name, 1
        while free in self.taken:
            number += 1
            free = f"{name}_{number}"
        self.taken.add(free)
        return free


def fill(text: str, names: Mapping[str, str]) -> str:
    """Return a text with other names in its braces. Raises KeyError: it has a name that is none of these."""
    return _PLACEHOLDER.sub(lambda found: "{" + names[found[1]] + found[2] + "}", text)


def placeholders(text: str) -> list[str]:
    """Return the names in a text's braces."""
    return [found[1] for found in _PLACEHOLDER.finditer(text)]


def said(operations: Sequence[Operation]) -> str:
    """Return the instruction: the operations' sentences, in which a fact is described once.

    Two that are about the same fact are one sentence, unless it becomes long.
    """
    told: list[Fact] = []
    every = [fact for operation in operations for fact in operation.takes.values()]
    sentences: list[str] = []
    joined = False
    for before, operation in zip((None, *operations), operations, strict=False):
        named = {}
        for slot, taken in operation.takes.items():
            is_clear = _is_clear(taken, every) or _is_nearest(taken, before, operation)
            named[slot] = taken.it if taken in told and is_clear else taken.wanted
        told += operation.takes.values()
        sentence = _PLACEHOLDER.sub(partial(_called, named), operation.asked)
        if before and not joined and _may_join(before, sentences[-1], operation, sentence):
            sentences[-1] = f"{sentences[-1][:-1]}, and {sentence[0].lower()}{sentence[1:]}"
            joined = True
        else:
            if before and not before.effect.tool and not operation.effect.tool:
                sentence = sentence.replace(*TOLD_ALREADY, 1)
            sentences.append(sentence[0].upper() + sentence[1:])
            joined = False
    return " ".join(sentences)


def _may_join(before: Operation, sentence: str, operation: Operation, other: str) -> bool:
    """Whether two sentences may be one, the second of which is said in words of the first."""
    shared = [fact for fact in operation.takes.values() if fact in before.takes.values()]
    words = len(sentence.split()) + len(other.split())
    return bool(shared) and words <= LONGEST_SENTENCE and not set(sentence) & {*_STOPS}


def _is_clear(fact: Fact, every: Sequence[Fact]) -> bool:
    """Whether a fact's short name can mean no other one."""
    others = [other for other in every if other is not fact]
    return bool(fact.it) and not any(
        other.it == fact.it or (fact.it in _PRONOUNS and (other.type == "person") is (fact.type == "person"))
        for other in others
    )


def _is_nearest(fact: Fact, before: Operation | None, operation: Operation) -> bool:
    """Whether a pronoun can only mean a fact of the operation before: neither there nor here is another for it."""
    if before is None or fact.it not in _PRONOUNS or fact not in before.takes.values():
        return False
    is_person = fact.type == "person"
    beside = [*before.takes.values(), *operation.takes.values()]
    return not any(other is not fact and (other.type == "person") is is_person for other in beside)


def _called(named: Mapping[str, str], found: re.Match[str]) -> str:
    return named[found[1]]


def _with_needs(fact: Fact) -> Iterator[Fact]:
    for needed in fact.needs.values():
        yield from _with_needs(needed)
    yield fact


def _wired(operation: Operation, number: Mapping[int, int]) -> str:
    return f"{operation.unit}({', '.join(str(number[id(fact)]) for fact in operation.takes.values())})"
