"""Units: a fact's calls find it, another value in the state is found as well, operations are right and can go wrong.

Each commit tries another life and other operations than the last one.
"""

from __future__ import annotations

import json
import re
from pathlib import Path
from random import Random

import pytest

from plugins.persona.generation.chains import Chain
from plugins.persona.generation.desk import Desk, load, records_of
from plugins.persona.generation.drawing import Drawer
from plugins.persona.generation.lived import Lived
from plugins.persona.generation.parts import FACTS, OPERATIONS, Call, Fact, Operation
from plugins.persona.generation.trials import faults
from plugins.persona.generation.writing import write_task
from tests.commit import commit_seed

DRAWN = Random(commit_seed(Path(__file__).parent))
LIFE = DRAWN.randint(1, 50)
SOME = sorted(DRAWN.sample(sorted(OPERATIONS), 4))
TRIES = 60


def kept(fact: Fact) -> Chain:
    """A chain that writes a fact into a file."""
    operation = Operation(
        unit="keep",
        kind="create",
        asked="Keep {fact}.",
        takes={"fact": fact},
        effect=Call("vault_create_file", {"path": "Found.md", "text": "{fact}"}),
        claim="kept",
        check="",
    )
    return Chain(0, (operation,))


@pytest.fixture(scope="module")
def drawn(tmp_path_factory: pytest.TempPathFactory) -> tuple[Drawer, Desk]:
    lived = Lived(LIFE)
    return Drawer(lived, Random(0)), Desk(lived, Path(tmp_path_factory.mktemp("desk")))


def test_the_calls_of_a_fact_find_its_value(drawn: tuple[Drawer, Desk], tmp_path: Path) -> None:
    drawer, desk = drawn
    for number, fact in enumerate(DRAWN.sample(drawer.facts, 30)):
        folder = tmp_path / str(number)
        write_task(folder, kept(fact))
        played = desk.play(load(folder / "solve.py").mcp())
        files = [text for text in records_of(played.after).values() if '"Found.md"' in text]
        assert not played.refused and files, (fact.unit, fact.wanted, played.refused)
        assert json.loads(files[0])["text"] == fact.value, (fact.unit, fact.wanted, files[0][:200])


def test_descriptions_say_neither_values_nor_ids(drawn: tuple[Drawer, Desk]) -> None:
    drawer, _ = drawn
    for fact in drawer.facts:
        assert not fact.calls or fact.value.casefold() not in fact.wanted.casefold(), fact.wanted
        assert not re.search(r"\b(card|chat|event|file|mail|msg|page|person|post|thread)-\d", fact.wanted)
        is_shown = bool(fact.shown) or fact.kind == "generic_search"
        assert bool(fact.calls) == bool(fact.claim and is_shown), fact.unit


def test_most_units_are_of_use_in_a_life(drawn: tuple[Drawer, Desk]) -> None:
    drawer, _ = drawn
    used = {fact.unit for fact in drawer.facts}
    assert used <= FACTS.keys()
    assert len(used) > 0.6 * len(FACTS), sorted(FACTS.keys() - used)


@pytest.mark.parametrize("name", SOME)
def test_an_operation_is_proven(name: str, drawn: tuple[Drawer, Desk], tmp_path: Path) -> None:
    drawer, desk = drawn
    chains = (drawer.one_of(OPERATIONS[name]) for _ in range(TRIES))
    chain = next((chain for chain in chains if chain), None)
    if chain is not None:  # no fact of this life may fit it
        write_task(tmp_path / "task", chain)
        found = faults(tmp_path / "task", chain, desk)
        assert [
            text for text in found if not text.startswith(tuple(FACTS))
        ] == []  # those of facts are dropped
