"""Answers that give the value first and then speak of others, and answers that take it back."""

from __future__ import annotations

import pytest

from checkers.values import Date, Kind, Money, Name, Number, TimeOfDay
from tests.checkers.values.tables import is_right

pytestmark = pytest.mark.sampled

FERRY = TimeOfDay(16, 42)
SHOP = Name("Printer World", ["Ink Depot"])
TOWN = Name("Hollin", ["Ashby", "Marsh"])
PRICE = Money(12.90, "EUR")
GUESTS = Number(82)
WAY = Number(23.5, "km")
DAY = Date(2027, 5, 14)
ONE_STAR = Number(1, "stars")
STARS = Number(4, "stars")


@pytest.mark.parametrize(
    ("expected", "answer"),
    [
        (FERRY, "16:42. The 17:35 one runs only in July"),
        (FERRY, "16:42; the 17:35 only runs in July."),
        (FERRY, "You can still catch the 16:42 ferry. The 17:35 only sails in July."),
        (FERRY, "At 16:42, the 17:35 is too late for the bus"),
        (FERRY, "16:42, as the 17:35 runs in July only."),
        (FERRY, "16:42, but the 17:35 only runs in July."),
        (FERRY, "The last ferry you can take is at 16:42; it reaches the island at 17:10."),
        (FERRY, "Take the 16:42, which gets you there by 17:20."),
        (FERRY, "16:42 - arrives 17:20"),
        (FERRY, "Departure 16:42, arrival 17:20"),
        (SHOP, "Printer World for 12.90; Ink Depot wants 14.20"),
        (SHOP, "Printer World (12.90), Ink Depot is at 14.20"),
        (SHOP, "Printer World at 12.90 beats Ink Depot at 14.20"),
        (SHOP, "Printer World, Ink Depot charges more"),
        (SHOP, "Go with Printer World; Ink Depot is 1.30 more."),
        (SHOP, "Printer World is 1.30 cheaper than the next one, Ink Depot."),
        (SHOP, "Printer World. Ink Depot: 14.20 EUR, Printer World: 12.90 EUR."),
        (TOWN, "Hollin, with Ashby second"),
        (TOWN, "It rained most in Hollin (55 mm). Second: Ashby (40 mm)."),
        (TOWN, "In Hollin, Ashby only got 40"),
        (PRICE, "12.90 at Printer World; Ink Depot wants 14.20"),
        (GUESTS, "82 now; 79 last year"),
        (GUESTS, "82, 3 of them unpaid"),
        (GUESTS, "There are 82 of them, 79 of which are paid"),
        (WAY, "23.5 km, the other way is 31 km"),
        (WAY, "23.5 kilometres by the shore road; 31 km over the hill"),
        (DAY, "14 May. On the 21st they are closed."),
        (ONE_STAR, "★☆☆☆☆"),
        (ONE_STAR, "★"),
        (STARS, "★★★★☆"),
        (STARS, "⭐⭐⭐⭐"),
        (STARS, "4★"),
        (STARS, "★★★★☆ (4 of 5)"),
    ],
)
def test_right(expected: Kind, answer: str) -> None:
    assert is_right(answer, expected)


@pytest.mark.parametrize(
    ("expected", "answer"),
    [
        (FERRY, "17:35. The 16:42 one runs only in July"),
        (FERRY, "16:42. Or 17:35."),
        (FERRY, "16:42. The last one is at 17:35."),
        (FERRY, "16:42, arrival 17:20, but the last is 17:35"),
        (FERRY, "16:42. No, 17:35."),
        (FERRY, "The 16:42. The 17:35."),
        (FERRY, "16:42 is the early one; you want 17:35"),
        (FERRY, "16:42 on weekdays, 17:35 on Sundays"),
        (SHOP, "Ink Depot for 14.20; Printer World wants 12.90"),
        (SHOP, "Printer World for 12.90; Ink Depot is better"),
        (SHOP, "Printer World for 12.90, Ink Depot for 14.20"),
        (SHOP, "Printer World wants 12.90; Ink Depot wants 14.20"),
        (SHOP, "Printer World has it for 12.90. I would buy it at Ink Depot."),
        (SHOP, "Ink Depot beats Printer World"),
        (SHOP, "Printer World, but Ink Depot is cheaper"),
        (TOWN, "Ashby, with Hollin second"),
        (TOWN, "Hollin had 55 mm, Ashby 40 mm"),
        (TOWN, "Hollin came close; Ashby won"),
        (TOWN, "Hollin; Ashby had more"),
        (PRICE, "12.90 at Printer World, 14.20 at Ink Depot"),
        (GUESTS, "79 now; 82 last year"),
        (GUESTS, "82 and 79"),
        (GUESTS, "82; the correct number is 79"),
        (WAY, "31 km, the other way is 23.5 km"),
        (DAY, "14 May 2027 or 21 May 2027"),
        (ONE_STAR, "★★☆☆☆"),
        (ONE_STAR, "☆☆☆☆☆"),
        (STARS, "★★★★★"),
        (STARS, "☆☆☆☆"),
    ],
)
def test_wrong(expected: Kind, answer: str) -> None:
    assert not is_right(answer, expected)
