from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest

from checkers.answers import choice_claim, number_claim, numbers


def guest(answer: str | None) -> Any:
    return SimpleNamespace(termination=None if answer is None else SimpleNamespace(answer=answer))


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("It is 1,250.50 euros.", [1250.5]),
        ("T461 costs 78", [78.0]),
        ("-3.5 and \u22124", [-3.5, -4.0]),
        ("17.01kg, v2, T461", [17.01]),
        ("on 2026-12-18", [2026.0, 12.0, 18.0]),
        ("", []),
    ],
)
def test_numbers_of_a_text(text: str, expected: list[float]) -> None:
    assert numbers(text) == expected


@pytest.mark.parametrize(
    ("text", "holds"),
    [
        ("212.25", True),
        ("212.25 EUR", True),
        ("It is 212.250.", True),
        ("212.26", False),
        ("212.25 or 213", False),
        ("", False),
        (None, False),
        ("212.25" + " " * 5000, False),
    ],
)
def test_the_answer_is_one_number(text: str | None, holds: bool) -> None:
    assert number_claim(guest(text), "it is 212.25", 212.25).holds is holds


@pytest.mark.parametrize(
    ("text", "holds"),
    [
        ("ALGN", True),
        ("algn, I think", True),
        ("ALGN or QRRY", False),
        ("ALGNX", False),
        ("QRRY", False),
        ("", False),
    ],
)
def test_the_answer_names_one_thing(text: str, holds: bool) -> None:
    assert choice_claim(guest(text), "it is ALGN", "ALGN", ["QRRY"]).holds is holds
