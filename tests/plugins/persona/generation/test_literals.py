"""Words of operations: of the side of life of their facts, others for other facts, the same each time."""

from __future__ import annotations

from dataclasses import replace

from plugins.persona.generation.lived import Lived
from plugins.persona.generation.operations.literals import ANY, pick, pick_free
from tests.plugins.persona.generation.small_chain import NORA, OFFER

TABLE = {ANY: ("a", "b", "c", "d"), "household": ("e", "f")}


def test_words_suit_the_side_of_life(lived: Lived) -> None:
    assert pick(lived, OFFER, TABLE) in TABLE["household"], "an offer for a repair"
    assert pick(lived, NORA, TABLE) in TABLE[ANY]
    assert pick(lived, OFFER, {ANY: ("a",)}) == "a", "no words of that side"


def test_words_vary_with_the_fact_alone(lived: Lived) -> None:
    picked = [pick(lived, replace(NORA, value=f"Nora {number}"), TABLE) for number in range(40)]
    assert {*picked} == {*TABLE[ANY]}
    assert picked == [pick(lived, replace(NORA, value=f"Nora {number}"), TABLE) for number in range(40)]


def test_what_is_taken_is_not_picked(lived: Lived) -> None:
    assert pick_free(lived, OFFER, TABLE, {"e"}) == "f"
    assert pick_free(lived, OFFER, TABLE, {"e", "f"}) is None
