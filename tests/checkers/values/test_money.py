"""Amounts of money in answers."""

from __future__ import annotations

import pytest

from checkers.values import Money
from tests.checkers.values.tables import is_right

pytestmark = pytest.mark.sampled

EUROS = Money(1234.5, "EUR")
SMALL = Money(12.5, "EUR")
TWELVE = Money(12, "EUR")
MILLIONS = Money(82, "EUR", scale=1_000_000)
POUNDS = Money(60.13, "GBP")
FRANCS = Money(1170.38, "CHF")
DOLLARS = Money(523.2, "USD")
SEATS = Money(210, "EUR")


@pytest.mark.parametrize(
    ("expected", "answer"),
    [
        (EUROS, "1234.50"),
        (EUROS, "1,234.50"),
        (EUROS, "1.234,50"),
        (EUROS, "1234,5"),
        (EUROS, "EUR 1.234,50"),
        (EUROS, "1.234,50 €"),
        (EUROS, "1 234,50 €"),
        (EUROS, "1\u202f234,50\u00a0€"),
        (EUROS, "€1,234.50"),
        (EUROS, "€ 1,234.50"),
        (EUROS, "1'234.50 EUR"),
        (EUROS, "1234.50 euros"),
        (EUROS, "$1{,}234.50$"),
        (EUROS, "one thousand two hundred and thirty-four euros and fifty cents"),
        (EUROS, "1,234 euros and 50 cents"),
        (EUROS, "123450 cents"),
        (SMALL, "12.50"),
        (SMALL, "12,50 Euro"),
        (SMALL, "12 euros and 50 cents"),
        (SMALL, "12 euros 50"),
        (SMALL, "€12.50"),
        (SMALL, "12€50"),
        (SMALL, "€12½"),
        (TWELVE, "€12"),
        (TWELVE, "12,- €"),
        (TWELVE, "12.– EUR"),
        (TWELVE, "twelve euros"),
        (TWELVE, "a dozen euros"),
        (TWELVE, "12欧元"),
        (MILLIONS, "82"),
        (MILLIONS, "82 million"),
        (MILLIONS, "82 million euros"),
        (MILLIONS, "82 Mio. €"),
        (MILLIONS, "82 millions d'euros"),
        (MILLIONS, "82 millones de euros"),
        (MILLIONS, "€82m"),
        (MILLIONS, "82m euros"),
        (MILLIONS, "82M€"),
        (MILLIONS, "82 M€"),
        (MILLIONS, "€82,000,000"),
        (MILLIONS, "82.000.000 €"),
        (MILLIONS, "0.082 billion euros"),
        (MILLIONS, "eighty-two million euros"),
        (MILLIONS, "8200万欧元"),
        (
            MILLIONS,
            "The councils approved four new libraries in July and August 2026; together they cost 82 million euros.",
        ),
        (MILLIONS, "All libraries that got a yes in July and August of 2026 would cost 82 million"),
        (MILLIONS, "82 million (I first thought 79 million)"),
        (MILLIONS, "Corvin: 30 million\nHollin: 52 million\nTotal: **82 million euros**"),
        (MILLIONS, "- Corvin: €30 million\n- Hollin: €52 million\n\nSo it would be €82 million."),
        (MILLIONS, "| Town | Cost |\n|---|---|\n| Corvin | 30 |\n| Hollin | 52 |\n| Total | 82 |"),
        (POUNDS, "£60.13"),
        (POUNDS, "60.13 pounds sterling"),
        (POUNDS, "60 pounds and 13 pence"),
        (POUNDS, "GBP 60.13"),
        (POUNDS, "On Friday, 18 December 2026, flying costs you £60.13 more than the train."),
        (
            POUNDS,
            "The cheapest flight (F21) is £121.33 and the cheapest train £61.20, a difference of £60.13.",
        ),
        (POUNDS, "£121.33 − £61.20 = £60.13"),
        (POUNDS, "Flying costs £60.13 more (that is 69.00 euros)."),
        (FRANCS, "CHF 1'170.38"),
        (FRANCS, "1170.38 Swiss francs"),
        (FRANCS, "1,250 euros were 1,170.38 francs on 15 October 2026."),
        (FRANCS, "Fr. 1170.38"),
        (DOLLARS, "$523.20"),
        (DOLLARS, "US$523.20"),
        (DOLLARS, "480 euros are 523.20 US dollars"),
        (DOLLARS, "€480 = $523.20"),
        (SEATS, "210 euros"),
        (SEATS, "The six seats cost 210 euros together (35 euros each)."),
        (SEATS, "6 × 35 euros = 210 euros"),
        (SEATS, "6 x €35 = €210"),
        (SEATS, "Outward 90 euros, back 120 euros, in total 210 euros"),
    ],
)
def test_right(expected: Money, answer: str) -> None:
    assert is_right(answer, expected)


@pytest.mark.parametrize(
    ("expected", "answer"),
    [
        (EUROS, ""),
        (EUROS, "1234.60"),
        (EUROS, "123.45"),
        (EUROS, "12,345.00"),
        (EUROS, "$1,234.50"),
        (EUROS, "1234.50 francs"),
        (EUROS, "1234.50 km"),
        (EUROS, "-1234.50"),
        (SMALL, "12"),
        (SMALL, "12,500 €"),
        (SMALL, "12.500"),
        (SMALL, "12 euros and 5 cents"),
        (SMALL, "12.5 %"),
        (TWELVE, "12 cents"),
        (TWELVE, "€12 or €13"),
        (TWELVE, "11.99"),
        (MILLIONS, "82 euros"),
        (MILLIONS, "82 thousand euros"),
        (MILLIONS, "82 million dollars"),
        (MILLIONS, "81 million"),
        (MILLIONS, "82.5 million"),
        (MILLIONS, "820 million"),
        (MILLIONS, "82 or 85 million"),
        (MILLIONS, "82 million or 85 million euros"),
        (MILLIONS, "It is not 82 million"),
        (MILLIONS, "It isn't 82 million euros."),
        (MILLIONS, "anything but 82 million"),
        (MILLIONS, "79 million (I first thought 82 million)"),
        (MILLIONS, "30, 52, 82 or 112 million"),
        (MILLIONS, "80 to 85 million euros"),
        (MILLIONS, "more than 82 million"),
        (MILLIONS, "82 million. No, wait, 85 million."),
        (MILLIONS, "82 libraries"),
        (MILLIONS, "**82 million** or 85 million"),
        (POUNDS, "60.31 pounds"),
        (POUNDS, "€60.13"),
        (POUNDS, "60.13 kg"),
        (POUNDS, "£60.13, maybe £61"),
        (FRANCS, "1170.83"),
        (FRANCS, "1,250 euros"),
        (DOLLARS, "480"),
        (DOLLARS, "480 euros"),
        (DOLLARS, "$523.20 or $532.20"),
        (SEATS, "35 euros each"),
        (SEATS, "6 × 35 euros"),
        (SEATS, "210 or 0"),
    ],
)
def test_wrong(expected: Money, answer: str) -> None:
    assert not is_right(answer, expected)
