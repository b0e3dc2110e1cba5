from __future__ import annotations

from typing import Any

import pytest

from checkers import Termination
from checkers.affirming import affirming
from checkers.answers import answer, choice_claim, number_claim


class Guest:
    """Records what it is asked."""

    def __init__(self, termination: Termination | None) -> None:
        self.termination = termination
        self.asked: list[tuple[Any, ...]] = []

    def run(self, argv: list[str], **how: Any) -> Any:
        self.asked.append(("run", argv, how))

    def look(self, argv: list[str], **how: Any) -> Any:
        self.asked.append(("look", argv, how))

    def read_file(self, path: str, *, limit: int) -> bytes:
        self.asked.append(("read", path, limit))
        return b"content"


@pytest.mark.parametrize(
    ("given", "number", "choice"),
    [
        ("82", True, False),
        ("It is not 82.", False, False),
        ("82, not 83", True, False),
        ("Candle, not Honey", False, True),
        ("not Candle", False, False),
        (None, False, False),
    ],
)
def test_claims_are_about_what_an_answer_does_not_deny(given: str | None, number: bool, choice: bool) -> None:
    guest = affirming(Guest(None if given is None else Termination("success", given)))
    assert number_claim(guest, "the answer is 82", 82).holds is number
    assert choice_claim(guest, "the answer is Candle", "Candle", ["Honey"]).holds is choice


def test_the_rest_of_the_guest_is_as_it_is() -> None:
    seen = Guest(Termination("failure", "no"))
    guest = affirming(seen)
    assert guest.termination == Termination("failure", "no") and answer(guest) == "no"
    assert guest.read_file("/home/user/a", limit=7) == b"content"
    guest.look(["ls"], as_user=True)
    guest.run(["rm", "a"], check=False)
    assert [(kind, what) for kind, what, _how in seen.asked] == [
        ("read", "/home/user/a"),
        ("look", ["ls"]),
        ("run", ["rm", "a"]),
    ]
    assert seen.asked[1][2]["as_user"] is True and seen.asked[2][2]["check"] is False
