"""What the country's servers say: each unit's value is what the server answers, and no description asks too much."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from random import Random

import pytest

from plugins.persona.generation.desk import Desk, load, records_of
from plugins.persona.generation.drawing import Drawer
from plugins.persona.generation.lived import Lived
from plugins.persona.generation.parts import FACTS, Fact
from plugins.persona.generation.sides import needed
from plugins.persona.generation.writing import write_task
from tests.plugins.persona.generation.test_units import kept

LIFE = 3
"""A life in which all of the units have facts."""
UNITS = sorted(name for name, unit in FACTS.items() if ".country_" in unit.make.__module__)
MOST_DEEP = 2


@cache
def drawer() -> Drawer:
    return Drawer(Lived(LIFE), Random(0))


@cache
def facts_of(unit: str) -> tuple[Fact, ...]:
    return tuple(fact for fact in drawer().facts if fact.unit == unit)


@pytest.fixture(scope="module")
def there(tmp_path_factory: pytest.TempPathFactory) -> Desk:
    return Desk(Lived(LIFE), Path(tmp_path_factory.mktemp("desk")))


@pytest.mark.parametrize("unit", UNITS)
def test_a_value_is_what_the_server_answers(unit: str, there: Desk, tmp_path: Path) -> None:
    assert facts_of(unit), "a unit without facts is of no use"
    for number, fact in enumerate([facts_of(unit)[0], facts_of(unit)[-1]]):
        write_task(tmp_path / str(number), kept(fact))
        played = there.play(load(tmp_path / str(number) / "solve.py").mcp())
        (text,) = (text for text in records_of(played.after).values() if '"Found.md"' in text)
        assert not played.refused and json.loads(text)["text"] == fact.value
        assert fact.value not in fact.others


@pytest.mark.parametrize("unit", UNITS)
def test_a_description_nests_two_facts_at_most(unit: str) -> None:
    for fact in facts_of(unit):
        described = [item for item in needed(fact) if item.calls]
        assert len(described) <= MOST_DEEP, fact.wanted
        assert not any(item.kind == "generic_search" for item in described), fact.wanted
        assert fact.kind == "generic_search" and fact.value.casefold() not in fact.wanted.casefold()
