"""Answers to the tasks as people and models write them, and those that were found to be judged wrongly."""

from __future__ import annotations

import pytest

from checkers.values import Date, Duration, Kind, ListOf, Money, Name, Number, TimeOfDay
from tests.checkers.values.tables import is_right

pytestmark = pytest.mark.sampled

SHOP = Name("Inkwell", ["Papierhof", "Tintenfix"])
INK = Money(90.60, "EUR")
LIBRARIES = Money(82, "EUR", scale=1_000_000)
WALK = Number(82, "minutes")
ERRANDS = Number(5.11, "km", decimals=2)
PACK = Number(81.1, "ounces", decimals=1)
FLYING = Money(60.13, "GBP")
LEFT = Duration(253, "seconds", tolerance=2)
RATE = Number(7.09, "%", decimals=2, tolerance=0.011)
MAYOR = Name("Oda Brand", ["Tore Lind", "Mira Holt"], partial=True)
VOTES = Number(412, "votes")
DIVIDENDS = Money(212.25, "EUR")
RETURN = Number(-17.95, "%", decimals=2)
LESS = Name("less", ["more"])
SEATS = Number(7, "seats")
HEATING = ListOf([Money(1030, "EUR", decimals=0), Number(1172, "kWh", decimals=0)], ordered=True)
SUITCASE = Number(17.01, "kg", decimals=2, converted=False)
TOMATOES = Date(2027, 5, 11)
LOW = Number(8, "°C")
CATERER = Name("Ofenfrisch", ["Linde Kitchen", "Marktstube"], partial=True)
KEY = Number(16, "key", ordinal=True)
COLONIES = Number(7, "colonies")
DAYLIGHT = ListOf([Number(900, "minutes"), Number(2, "towns")], ordered=True)
CONTRAST = Number(28.5, decimals=1)
STONE = Number(3, "photo|beach", ordinal=True)
BASKET = Money(251.35, "EUR")
REVIEW = Date(2026, 9, 15)
LIGHT = ListOf([Number(47, "m"), Number(39, "km")], ordered=True)
SUNSET = TimeOfDay(17, 2)
TOWN = Number(131_700, "inhabitants|people")
BUFFER = Number(30, "mM")
CASH = Money(66.6, "EUR")
SHARE = Money(322.5, "EUR")
JOBS = Number(122, "jobs")
BIRTHDAYS = Number(4, "birthdays")
PHONE = Name("081 580 1425", pattern=r"\d{3} \d{3} \d{4}")
DOOR = Name("1a2b3c", pattern=r"\b[0-9a-f]{6}\b")
VERSIONS = ListOf([Name("5.18.0", ["4.4.0"]), Name("4.4.0", ["5.18.0"])], ordered=True)
PILLARS = Name("丁未 乙巳 癸巳 丁巳")


@pytest.mark.parametrize(
    ("expected", "answer"),
    [
        # JUDGING 2.2
        (
            LIBRARIES,
            "The councils approved four new libraries in July and August 2026; together they cost 82 million euros.",
        ),
        (
            Number(82, "million euros"),
            "The councils approved four new libraries in July and August 2026; together they cost 82 million euros.",
        ),
        (WALK, "1 hour 22 minutes"),
        (LEFT, "4m13s"),
        (LEFT, "4min13s"),
        (LEFT, "4 mins 13 secs"),
        (LEFT, "4'13\""),
        (LEFT, "4 min. 13 sec."),
        (LEFT, "4:13 minutes"),
        (RATE, "The highest rate for 42 months is 7.09%"),
        # Audit of the seeds, D2
        (LIBRARIES, "The libraries that got a yes in July and August of 2026 would cost 82 million"),
        (PACK, "81.13 ounces"),
        (FLYING, "On Friday, 18 December 2026, flying would cost you 60.13 pounds on top."),
        (FLYING, "2026-12-18: £60.13"),
        # The tasks of chrome
        (SHOP, "At the Inkwell you would pay 90,60 EUR for all four, postage included."),
        (INK, "At the Inkwell you would pay 90,60 EUR for all four, postage included."),
        (SHOP, "At Inkwell: €90.60 including postage (Papierhof: €95.20, Tintenfix: €93.96)."),
        (INK, "At Inkwell: €90.60 including postage (Papierhof: €95.20, Tintenfix: €93.96)."),
        (INK, "The four cartridges cost least at Inkwell: 4 × 21.40 + 5.00 postage = 90.60 euros"),
        (SHOP, "Inkwell is cheapest at €90.60; Papierhof would cost €95.20 and Tintenfix €93.96."),
        (INK, "Inkwell is cheapest at €90.60; Papierhof would cost €95.20 and Tintenfix €93.96."),
        (INK, "**Inkwell** for **€90.60** (4 × €21.40 + €5.00 postage)."),
        (MAYOR, "Oda Brand becomes mayor with 412 votes, ahead of Tore Lind (398) and Mira Holt (77)."),
        (VOTES, "Oda Brand becomes mayor with 412 votes, ahead of Tore Lind (398) and Mira Holt (77)."),
        (VOTES, "Brand, 412"),
        (PHONE, "Dr Lind, telephone 081-580-1425."),
        # ... of finance
        (
            DIVIDENDS,
            "Aldmere Granite: 40 × €3.20 = €128.00\nDunholt Railways: 25 × €3.37 = €84.25\n\nTotal: €212.25",
        ),
        (
            DIVIDENDS,
            "40 shares of Aldmere Granite bring 128.00 euros, 25 of Dunholt 84.25 euros, together 212.25.",
        ),
        (RETURN, "It lost 17.95 percent, which is less than Corvin Optics."),
        (LESS, "It lost 17.95 percent, which is less than Corvin Optics."),
        (CASH, "Mira paid 73.80 euros in cash; less the deposit of 7.20 euros that is 66.60 euros."),
        (SHARE, "Cy used 322.50 of the 900.00 euros."),
        (JOBS, "The bakery brings 40 jobs, the shipyard 70 and the call centre 12: 122 in all."),
        # ... of leisure
        (
            LIBRARIES,
            "They would cost 82 million euros in all: 30 million in Corvin, 21 million in Hollin, 18 million in Dunholt"
            " and 13 million in Eastvale.",
        ),
        (LIBRARIES, "82 million euros (Corvin 30, Hollin 21, Dunholt 18, Eastvale 13)"),
        (
            LIBRARIES,
            "The approved libraries are:\n1. Corvin – 30 million\n2. Hollin – 52 million\n\nTogether: 82 million",
        ),
        (
            LIBRARIES,
            "Four got a yes: Corvin (30 million) and Hollin (52 million). That is 82 million euros in total.",
        ),
        (WALK, "Museum → Ladle: 62 min\nLadle → Meadow Park: 20 min\n**Total: 82 minutes (1 h 22 min)**"),
        (
            WALK,
            "You would be on your feet for 82 minutes: 62 min to The Copper Ladle, and 20 min to Meadow Park.",
        ),
        (
            ERRANDS,
            "The pharmacy is 1.90 km away, and the inn 3.21 km further, so you walk 5.11 km altogether.",
        ),
        (ERRANDS, "In total 5.11 kilometres: 1.90 km to the pharmacy and 3.21 km to the inn."),
        (ERRANDS, "You will walk 1.90 + 3.21 = 5.11 km on Sunday 10 January 2027."),
        (SUNSET, "On 14 February 2027 the sun sets at 17:02."),
        (BIRTHDAYS, "We sing for 4 birthdays before 1 June 2027."),
        # ... of gimp and vs_code
        (SEATS, "Row C has 12 seats, 5 of them reserved, so **7** are free."),
        (SEATS, "7 of the 12 seats in row C are free on 15 May (5 are reserved)."),
        (DOOR, "The door has the colour #1a2b3c."),
        (DOOR, "1A2B3C"),
        (BUFFER, "Ines Faro changed it; there were 30 mM before."),
        # ... of lifestyle and office
        (HEATING, "The winter would cost €1,030 and the 40 therms are 1,172 kWh."),
        (SUITCASE, "37.5 pounds are 17.01 kg."),
        (SUITCASE, "37.5 lb × 0.45359237 = 17.01 kg"),
        (TOMATOES, "They can go out on 11 May 2027; the lowest low of the seven days (11–17 May) is 8 °C."),
        (LOW, "They can go out on 11 May 2027; the lowest low of the seven days (11–17 May) is 8 °C."),
        (KEY, "Key 16."),
        (KEY, "The free key of the workshop is number 16."),
        (VERSIONS, "5.18.0; 4.4.0"),
        (VERSIONS, "By keyboard since 5.18.0, as a function since 4.4.0."),
        # ... of multi_apps, science, shopping and travel
        (CATERER, "Ofenfrisch (423 €), vs. Linde Kitchen 450 € and Marktstube 456 €"),
        (COLONIES, "There are 7 colonies with radii from 10 to 25 pixels on Thursday."),
        (DAYLIGHT, "There are 900 minutes (15 hours) of daylight, and storm warnings for 2 towns."),
        (CONTRAST, "The deviation is 28.5 (plate1: 21.3, plate3: 19.9)."),
        (STONE, "It is in beach3.png, turned by 40 degrees."),
        (PILLARS, "丁未 乙巳 癸巳 丁巳; 羊"),
        (BASKET, "€251.35: lamp 89.95, footrest 61.50, goggles 2 × 49.95 = 99.90"),
        (PACK, "The lightest is the Lindqvar day pack (product 158) at 2,300 g, about 81.1 oz."),
        (PACK, "It weighs 81.1 ounces. The next lightest would be 95 ounces."),
        (REVIEW, "The newest review of the Ostrel desk lamp is from 15 Sept. 2026."),
        (LIGHT, "47 metres; 39 kilometres (21 nautical miles)"),
        (TOWN, "We are going to Brackwater, where 131,700 people live."),
        (
            FLYING,
            "The flight costs €139.00 and the train €69.99; the difference of €69.01 is £60.13 at that day's rate.",
        ),
        # ... of vlc
        (LEFT, "The recording lasts 7:00 and is paused at 2:47, so 4:13 remains."),
        (LEFT, "-4:13"),
    ],
)
def test_right(expected: Kind, answer: str) -> None:
    assert is_right(answer, expected)


@pytest.mark.parametrize(
    ("expected", "answer"),
    [
        (LIBRARIES, "The councils approved 82 new libraries; together they cost 85 million euros."),
        (LIBRARIES, "The councils approved 82 new libraries."),
        (LIBRARIES, "30 million in Corvin and 52 million in Hollin"),
        (LEFT, "4 min"),
        (LEFT, "13 minutes"),
        (LEFT, "2:47"),
        (LEFT, "7:00"),
        (RATE, "The highest rate for 7.09 months is 42%"),
        (WALK, "62 minutes and 20 minutes"),
        (PACK, "2,300 ounces"),
        (FLYING, "On 18 December 2026 it is 69.01 euros."),
        (SHOP, "Tintenfix, 91.80 EUR"),
        (INK, "The Inkwell, 86.70 EUR"),
        (PHONE, "081 580 1425 or 081 580 1426"),
        (PHONE, "081 580 1426"),
        (DOOR, "1a2b3c, ffffff"),
        (SUITCASE, "37.5 pounds"),
        (DIVIDENDS, "128.00 + 84.25"),
        (KEY, "Key 15, or key 16"),
        (VERSIONS, "4.4.0; 5.18.0"),
        (BUFFER, "50 mM"),
        (PILLARS, "丁未 乙巳 癸巳 丁午"),
    ],
)
def test_wrong(expected: Kind, answer: str) -> None:
    assert not is_right(answer, expected)


def test_what_is_true_as_well_may_be_given() -> None:
    answer = "Ines Faro changed it from 30 mM to 50 mM."
    assert not is_right(answer, BUFFER)
    assert is_right(answer, BUFFER, given="50 mM")
