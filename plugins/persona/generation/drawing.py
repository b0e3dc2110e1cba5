"""Draws chains of a life: operations that fit by the types of their facts and concern each other."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from random import Random
from typing import TypeVar

from plugins.persona.categories import GROUPS, Category
from plugins.persona.generation import facts as _facts  # noqa: F401  # the units declare themselves
from plugins.persona.generation import operations as _operations  # noqa: F401
from plugins.persona.generation.chains import Chain
from plugins.persona.generation.lived import Lived
from plugins.persona.generation.parts import FACTS, OPERATIONS, RECORDS, Fact, Operation, Type, Unit
from plugins.persona.generation.sense import Sense

ALLOWED: Mapping[Category, tuple[str, ...]] = {
    "collaboration": GROUPS["collaboration"],
    "content": GROUPS["content"],
    "social": GROUPS["social"],
    "mail": ("mail", "contacts"),
    "social_cross": (*GROUPS["social"], *GROUPS["content"], *GROUPS["mail"]),
}
"""The applications of a category's chains; others take any."""
SHARES_FACTS = 0.6
ASKS_COUNTRY = 0.35
"""How often a fact is one of the country's servers, where it may be one."""
OF_COUNTRY: tuple[Type, ...] = ("place", "name")
"""Types of facts of a fact about which the country's servers are asked."""
MOST_USES = 2
"""How many operations take the same fact at most."""
Item = TypeVar("Item")
MOST_TRIES = 300
_WIRED = re.compile(r"(\w+)\((.*)\)")


class Drawer:
    """The facts of a life, of which chains are drawn."""

    def __init__(self, lived: Lived, random: Random) -> None:
        self._lived = lived
        self._random = random
        self._sense = Sense(lived)
        self._used: Counter[str] = Counter()
        self.facts = tuple(_one_for_each_description(_all_facts(lived)))

    def one_of(self, unit: Unit) -> Chain | None:
        """Return a chain of one operation of a unit; None if the facts that were drawn do not fit it."""
        pool: dict[Type, list[Fact]] = defaultdict(list)
        for fact in self.facts:
            pool[fact.type].append(fact)
        taken = self._facts_for(unit, pool, [])
        made = list(unit.make(self._lived, **taken)) if taken else []
        return Chain(self._lived.number, (self._random.choice(made),)) if made else None

    def draw(self, category: Category, checkpoints: int) -> Chain | None:
        """Return a chain with that many checkpoints; None if none was found. Its category may be another one."""
        allowed = ALLOWED.get(category, ())
        pool: dict[Type, list[Fact]] = defaultdict(list)
        for fact in self.facts:
            if not allowed or all(app in allowed for app in _apps(fact)):
                pool[fact.type].append(fact)
        chosen: list[Operation] = []
        for _ in range(MOST_TRIES):
            operation = self._operation(pool, chosen, allowed)
            if operation is None or (not chosen and not _spans(operation, category)):
                continue
            chain = Chain(self._lived.number, (*chosen, operation))
            if chain.checkpoints > checkpoints:
                continue
            chosen.append(operation)
            if chain.checkpoints == checkpoints:
                self._used.update({fact.unit for fact in chain.facts} | {item.unit for item in chosen})
                return Chain(self._lived.number, _in_order(chosen))
        return None

    def like(self, signature: tuple[str, ...]) -> Chain | None:
        """Return a chain of the same units, which share facts in the same way; None if none was found."""
        units = [text for text in signature if "(" not in text]
        wired = [_WIRED.fullmatch(text) for text in signature if "(" in text]
        for _ in range(MOST_TRIES):
            chosen: dict[int, Fact] = {}
            operations: list[Operation] = []
            for found in wired:
                assert found, "as Chain.signature has it"
                unit = OPERATIONS[found[1]]
                for number in map(int, found[2].split(", ")):
                    if number not in chosen:
                        same = [fact for fact in self.facts if fact.unit == units[number]]
                        if not same:
                            return None
                        chosen[number] = self._random.choice(same)
                taken = [chosen[int(number)] for number in found[2].split(", ")]
                made = list(unit.make(self._lived, **dict(zip(unit.takes, taken, strict=True))))
                operations += [self._random.choice(made)] if made else []
            chain = Chain(self._lived.number, tuple(operations))
            if chain.signature == signature:
                return chain
        return None

    def _operation(
        self, pool: Mapping[Type, list[Fact]], chosen: list[Operation], allowed: tuple[str, ...]
    ) -> Operation | None:
        """Return an operation about what those are about that are chosen; None if this try gave none."""
        used = [fact for item in chosen for fact in item.takes.values()]
        units = [unit for unit in OPERATIONS.values() if unit.name not in {item.unit for item in chosen}]
        if not units:
            return None
        unit = self._rarest(units, lambda item: item.name)
        taken = self._facts_for(unit, pool, used)
        if taken is None or any(used.count(fact) >= MOST_USES for fact in taken.values()):
            return None
        if not any(fact.calls for fact in taken.values()):
            return None
        made = [
            item
            for item in unit.make(self._lived, **taken)
            if (not allowed or not item.effect.tool or _app(item.effect.tool) in allowed)
            and self._sense.suits(item)
            and (not chosen or self._sense.concerns(item, chosen))
            and not any(_clash(item, other) for other in chosen)
        ]
        return self._random.choice(made) if made else None

    def _rarest(self, items: Sequence[Item], name: Callable[[Item], str]) -> Item:
        """Draw one, the rather the fewer chains have it."""
        shares = [1 / (1 + self._used[name(item)]) ** 2 for item in items]
        return self._random.choices(items, shares)[0]

    def _facts_for(
        self, unit: Unit, pool: Mapping[Type, list[Fact]], used: list[Fact]
    ) -> dict[str, Fact] | None:
        taken: dict[str, Fact] = {}
        for slot, types in unit.takes.items():
            known = [fact for fact in used if fact.type in types and fact not in taken.values()]
            others = [fact for kind in types for fact in pool[kind] if fact not in taken.values()]
            generic = [fact for fact in others if fact.kind == "generic_search"]
            if generic and self._random.random() < ASKS_COUNTRY:
                others = generic
            choice = known if known and self._random.random() < SHARES_FACTS else others
            if not choice:
                return None
            by_unit: dict[str, list[Fact]] = defaultdict(list)
            for fact in choice:
                by_unit[fact.unit].append(fact)
            taken[slot] = self._random.choice(by_unit[self._rarest(sorted(by_unit), str)])
        return taken


def _all_facts(lived: Lived) -> Iterator[Fact]:
    """Yield the facts of all units, those that need none first, then those that are made of them.

    What the country's servers say is made of these in turn, but of nothing that such a server has said.
    """
    made: dict[Type, list[Fact]] = defaultdict(list)
    found: dict[Type, list[Fact]] = defaultdict(list)
    for unit in FACTS.values():
        if not unit.takes:
            for fact in unit.make(lived):
                made[fact.type].append(fact)
                yield fact
    for unit in FACTS.values():
        if len(unit.takes) == 1:
            ((slot, types),) = unit.takes.items()
            for kind in types:
                for fact in made[kind]:
                    for other in unit.make(lived, **{slot: fact}):
                        found[other.type].append(other)
                        yield other
    for unit in FACTS.values():
        if len(unit.takes) == 1 and {*OF_COUNTRY}.issuperset(*unit.takes.values()):
            ((slot, types),) = unit.takes.items()
            for kind in types:
                for fact in found[kind]:
                    if fact.kind != "generic_search":
                        made_of = unit.make(lived, **{slot: fact})
                        yield from (other for other in made_of if other.kind == "generic_search")


def _one_for_each_description(found: Iterator[Fact]) -> Iterator[Fact]:
    """Yield the facts whose description fits no other value of the life, and does not say its own."""
    every = list(found)
    values: dict[str, set[str]] = defaultdict(set)
    for fact in every:
        values[fact.wanted.casefold()].add(fact.value)
    seen: Counter[str] = Counter()
    for fact in every:
        wanted = fact.wanted.casefold()
        seen[wanted] += 1
        says_itself = bool(fact.calls) and fact.value.casefold() in wanted
        if len(values[wanted]) == 1 and seen[wanted] == 1 and not says_itself:
            yield fact


def _clash(one: Operation, other: Operation) -> bool:
    """Whether two operations change one record, or make what the checker of one would take for that of the other."""
    if one.effect.tool == other.effect.tool or (one.record and one.record == other.record):
        return True
    same = [fact for fact in one.takes.values() if fact in other.takes.values() and fact.type in RECORDS]
    return bool(same) and "delete" in (one.kind, other.kind)


def _in_order(chosen: list[Operation]) -> tuple[Operation, ...]:
    """Return operations in the order in which one asks for them: what is deleted comes late, answers last.

    Those that share a fact follow each other.
    """
    first: dict[int, int] = {}
    for number, item in enumerate(chosen):
        shared = [first[id(fact)] for fact in item.takes.values() if fact.calls and id(fact) in first]
        for fact in item.takes.values():
            first.setdefault(id(fact), min(shared, default=number))

    def place(item: Operation) -> tuple[bool, bool, int]:
        about = min((first[id(fact)] for fact in item.takes.values() if fact.calls), default=0)
        return not item.effect.tool, item.kind == "delete", about

    return tuple(sorted(chosen, key=place))


def _spans(operation: Operation, category: Category) -> bool:
    """Whether a chain of a category may begin with an operation: that of several kinds begins across two."""
    if category != "social_cross":
        return True
    apps = {app for fact in operation.takes.values() for app in _apps(fact)} | {_app(operation.effect.tool)}
    return bool(apps & {*GROUPS["social"]}) and bool(apps & {*GROUPS["content"], *GROUPS["mail"]})


def _apps(fact: Fact) -> Iterator[str]:
    """The person's applications that a fact, and what it needs, is found in."""
    for needed in fact.needs.values():
        yield from _apps(needed)
    if fact.kind != "generic_search":
        yield from (_app(call.tool) for call in fact.calls[-1:])


def _app(tool: str) -> str:
    return tool.partition("_")[0]
