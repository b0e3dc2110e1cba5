"""Units: a fact's calls find it, another value in the state is found as well, operations are right and can go wrong.

Each commit tries another life and other operations than the last one.
"""

from __future__ import annotations

import re
from pathlib import Path
from random import Random

import pytest

from plugins.persona.generation.chains import Chain
from plugins.persona.generation.desk import Desk, load, records_of
from plugins.persona.generation.drawing import Drawer
from plugins.persona.generation.lived import Lived
from plugins.persona.generation.parts import FACTS, OPERATIONS, Call, Fact, Operation
from plugins.persona.generation.synthesis import Synthesis
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


@pytest.fixture(scope="module", params=[0, LIFE])
def drawn(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> tuple[Drawer, Desk]:
    lived = Lived(request.param)
    return Drawer(lived, Random(0)), Desk(lived, Path(tmp_path_factory.mktemp("desk")))


def test_the_calls_of_a_fact_find_its_value(drawn: tuple[Drawer, Desk], tmp_path: Path) -> None:
    drawer, desk = drawn
    for number, fact in enumerate(drawer.facts):
        folder = tmp_path / str(number)
        write_task(folder, kept(fact))
        played = desk.play(load(folder / "solve.py").mcp())
        files = [text for key, text in records_of(played.after).items() if '"Found.md"' in text]
        assert not played.refused and files, (fact.unit, fact.wanted, played.refused)
        assert f'"text":"{fact.value}"' in files[0], (fact.unit, fact.wanted, files[0][:200])


def test_a_description_does_not_say_the_value_and_names_no_record(drawn: tuple[Drawer, Desk]) -> None:
    drawer, _ = drawn
    for fact in drawer.facts:
        assert not fact.calls or fact.value.casefold() not in fact.wanted.casefold(), fact.wanted
        assert not re.search(r"\b(card|chat|event|file|mail|msg|page|person|post|thread)-\d", fact.wanted)
        assert bool(fact.calls) == bool(fact.claim and fact.shown and fact.change), fact.unit


@pytest.mark.parametrize("name", SOME)
def test_an_operation_is_proven_in_a_chain(name: str, desk: Desk, lived: Lived, tmp_path: Path) -> None:
    random = Random(name)
    drawer = Drawer(lived, random)
    unit = OPERATIONS[name]
    for _ in range(TRIES):
        taken = drawer.facts_for(unit)
        made = list(unit.make(lived, **taken)) if taken else []
        if made and any(fact.calls for fact in taken.values()):
            chain = Chain(0, (random.choice(made),))
            write_task(tmp_path / "task", chain)
            assert list(faults(tmp_path / "task", chain, desk)) == []
            return
    pytest.fail(f"{name} fits no facts of life 0")


def test_every_unit_is_of_use(drawn: tuple[Drawer, Desk]) -> None:
    drawer, _ = drawn
    used = {fact.unit for fact in drawer.facts}
    assert len(used) > 0.8 * len(FACTS), sorted(FACTS.keys() - used)


def test_tasks_have_the_shares_of_the_paper(tmp_path: Path) -> None:
    made = Synthesis(2, 0, tmp_path).make(12, lambda _name, _text: None)
    categories = [chain.category for _, chain in made.tasks]
    assert len(categories) == 12 and len(set(categories)) >= 5
    assert 1 <= categories.count("mail") <= 2 and 3 <= categories.count("collaboration_cross") <= 5
