"""The three outcomes and their reasons, the claim, and which value of several is the answer's result."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest

from checkers.values import Name, Number, Outcome, judge, value_claim

pytestmark = pytest.mark.sampled

EXPECTED = Number(82, "minutes")


def guest(answer: str | None) -> Any:
    return SimpleNamespace(termination=None if answer is None else SimpleNamespace(answer=answer))


@pytest.mark.parametrize(
    ("answer", "outcome", "reason"),
    [
        ("82 minutes", Outcome.RIGHT, "the answer says '82 minutes'"),
        ("", Outcome.MISSING, "the answer has no such value"),
        ("a long walk of 3 km", Outcome.MISSING, "the answer has no such value"),
        ("more than 82 minutes", Outcome.MISSING, "the answer does not assert '82 minutes'"),
        ("not 82 minutes", Outcome.CONTRADICTED, "the answer denies '82 minutes'"),
        ("85 minutes", Outcome.CONTRADICTED, "the answer says '85 minutes'"),
        ("82 or 85 minutes", Outcome.CONTRADICTED, "the answer offers '85 minutes'"),
        ("82 minutes and 85 minutes", Outcome.CONTRADICTED, "the answer says '85 minutes'"),
    ],
)
def test_outcome_and_reason(answer: str, outcome: Outcome, reason: str) -> None:
    verdict = judge(answer, EXPECTED)
    assert (verdict.outcome, verdict.reason) == (outcome, reason)


@pytest.mark.parametrize(
    ("answer", "holds"),
    [
        ("82 minutes", True),
        ("85 minutes", False),
        ("", False),
        (None, False),
        ("82 minutes" + " " * 5000, False),
    ],
)
def test_claim(answer: str | None, holds: bool) -> None:
    claim = value_claim(guest(answer), "the answer is 82 minutes", EXPECTED)
    assert claim.text == "the answer is 82 minutes" and claim.holds is holds
    assert answer is None or len(answer) > 4000 or answer in claim.found


@pytest.mark.parametrize(
    ("answer", "result"),
    [
        ("82 85 \\boxed{85} **82**", 85),
        ("<answer>85</answer> 82", 85),
        ("Answer: 82. Final answer: 85. It was **82**.", 85),
        ("The answer is 85, **82**", None),
        ("The answer is 85. **82**", 85),
        ("82 minutes for the way there\n\n**85**", 85),
        ("82 for the way\n85", 85),
        ("85. The way there takes 82.", 85),
        ("The way there takes 82, the rest 3, 85 together.", 85),
        ("The way takes 85: 82 and then 3.", 85),
        ("The way takes 82 and the rest 3, so that makes 85.", 85),
        ("The way takes 85 (82 by the guide).", 85),
        ("The way takes 85. The other one would take 82.", 85),
        ("The way takes 85. The way takes 82.", None),
        ("**82** or **85**", None),
        ("82, 85", None),
        ("82\n85", None),
    ],
)
def test_result_of_an_answer(answer: str, result: int | None) -> None:
    right = [number for number in (82, 85) if judge(answer, Number(number)).outcome is Outcome.RIGHT]
    assert right == ([] if result is None else [result])


@pytest.mark.parametrize("expected", [Number(82), Number(85), Name("Soup", ["Pie"]), Name("Pie", ["Soup"])])
def test_a_sign_of_equality_marks_what_is_behind_it_alone(expected: Number | Name) -> None:
    assert judge("Pie = 82, 206, Soup = 85", expected).outcome is Outcome.CONTRADICTED
    assert judge("Pie, Soup = 85", expected).outcome is not Outcome.RIGHT or expected == Number(85)


@pytest.mark.parametrize(
    ("answer", "named"),
    [
        ("It is not Carrot soup.", []),
        ("It isn't Carrot soup", []),
        ("It isn\u2019t Carrot soup", []),
        ("Carrot soup, not Fish pie", ["Carrot soup"]),
        ("Not the Fish pie; it is Carrot soup", ["Carrot soup"]),
        ("Neither Carrot soup nor Fish pie", []),
        ("Anything but Carrot soup", []),
        ("not Fish pie, but Carrot soup", ["Carrot soup"]),
        ("No. Carrot soup", ["Carrot soup"]),
        ("I am not sure: Carrot soup", ["Carrot soup"]),
        ("The notice says Carrot soup", ["Carrot soup"]),
    ],
)
def test_denials(answer: str, named: list[str]) -> None:
    dishes = ["Carrot soup", "Fish pie"]
    assert [dish for dish in dishes if judge(answer, Name(dish, dishes)).outcome is Outcome.RIGHT] == named
