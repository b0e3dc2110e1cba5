"""Answers that name further values with the result: parts of it, additions, earlier values, other candidates."""

from __future__ import annotations

import pytest

from checkers.values import Kind, Money, Name, Number, Outcome, judge
from tests.checkers.values.tables import is_right

pytestmark = pytest.mark.sampled

INK = Money(40.40, "EUR")
RENT = Money(1200, "EUR")
STARS = Number(1, "stars")
BAGS = Number(1, "bags")
COLD = Number(7, "°C")
BUFFER = Number(120, "mM")
VOTES = Number(180, "votes")
TOWN = Name("Hollin", ["Ashby", "Marsh"])
SHOP = Name("Printer World", ["Ink Depot"])


@pytest.mark.parametrize(
    ("expected", "answer"),
    [
        (INK, "40.40 EUR (plus 4.90 EUR delivery)"),
        (INK, "The ink costs 40.40 EUR, plus 4.90 EUR for delivery."),
        (INK, "40.40 EUR including 4.90 EUR delivery"),
        (INK, "40.40 EUR, of which 4.90 EUR is delivery"),
        (INK, "35.50 EUR plus 4.90 EUR delivery, so 40.40 EUR"),
        (INK, "35.50 EUR plus 4.90 EUR delivery makes 40.40 EUR"),
        (RENT, "It rose from 1,100 EUR to 1,200 EUR."),
        (RENT, "The rent went up from 1,100 to 1,200 euros"),
        (RENT, "It was 1,100 EUR before and is 1,200 EUR now."),
        (RENT, "It used to be 1,100 EUR and is 1,200 EUR."),
        (STARS, "1/5"),
        (STARS, "a single star"),
        (STARS, "It has only a single star."),
        (BAGS, "You need a bag."),
        (BAGS, "a bag"),
        (COLD, "December 3rd, 7 degrees"),
        (BUFFER, "0.12 M"),
        (BUFFER, "0.12 mol/l"),
        (TOWN, "Ashby: 40 mm, Hollin: 55 mm, Marsh: 12 mm. Wettest: Hollin"),
        (TOWN, "Hollin 55 mm\nAshby 40 mm\nMarsh 12 mm\n\nHollin was the wettest."),
        (TOWN, "Of Ashby, Hollin and Marsh, the wettest is Hollin."),
        (TOWN, "The wettest was Hollin. Ashby came second."),
        (TOWN, "Hollin, because Marsh has no station"),
        (VOTES, "Hollin won with 180 votes, 10 more than Ashby (170 votes)"),
        (SHOP, "Printer World is the cheapest with 12.90 EUR; Ink Depot takes 14.20 EUR"),
    ],
)
def test_right(expected: Kind, answer: str) -> None:
    assert is_right(answer, expected)


@pytest.mark.parametrize(
    ("expected", "answer"),
    [
        (INK, "35.50 EUR plus 4.90 EUR delivery"),
        (INK, "40.40 EUR plus 4.90 EUR makes 45.30 EUR"),
        (INK, "45.30 EUR including 40.40 EUR for the ink"),
        (INK, "45.30 EUR, of which 40.40 EUR is for the ink"),
        (RENT, "It is 1,100 EUR now, it was 1,200 EUR before."),
        (RENT, "It rose from 1,200 EUR to 1,300 EUR."),
        (STARS, "2/5"),
        (STARS, "5/5"),
        (STARS, "two stars"),
        (Number(3, "bags"), "a single bag"),
        (BAGS, "A bag costs 4 EUR; you need three bags."),
        (BUFFER, "12 M"),
        (TOWN, "Ashby: 40 mm, Hollin: 55 mm, Marsh: 12 mm. Wettest: Ashby"),
        (TOWN, "Of Ashby, Hollin and Marsh, the wettest is Marsh."),
        (TOWN, "The wettest of Hollin, Ashby and Marsh is Ashby."),
        (TOWN, "The wettest is Ashby, the driest Hollin."),
        (TOWN, "The wettest was Ashby. Hollin came second."),
        (TOWN, "Marsh, because Hollin has no station"),
        (VOTES, "between 170 and 180 votes"),
        (VOTES, "170-180 votes"),
        (TOWN, "at best Hollin, or Ashby"),
    ],
)
def test_wrong(expected: Kind, answer: str) -> None:
    assert not is_right(answer, expected)


@pytest.mark.parametrize("answer", ["180 or 170 votes", "170-180 votes", "between 170 and 180 votes"])
def test_a_value_that_may_be_said_is_no_alternative(answer: str) -> None:
    assert judge("180 votes, Ashby 170", VOTES, given="170 votes").outcome is Outcome.RIGHT
    assert judge(answer, VOTES, given="170 votes").outcome is Outcome.CONTRADICTED
