from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest

from checkers.answers import MOST_CHARACTERS, answer


def guest(text: str | None) -> Any:
    return SimpleNamespace(termination=None if text is None else SimpleNamespace(answer=text))


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("212.25 EUR", "212.25 EUR"),
        ("", ""),
        (None, ""),
        ("2" * MOST_CHARACTERS, "2" * MOST_CHARACTERS),
        ("2" * (MOST_CHARACTERS + 1), ""),
    ],
)
def test_an_answer_is_short(text: str | None, expected: str) -> None:
    assert answer(guest(text)) == expected
