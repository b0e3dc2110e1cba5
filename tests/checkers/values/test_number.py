"""Numbers in answers."""

from __future__ import annotations

import pytest

from checkers.values import Number
from tests.checkers.values.tables import is_right

pytestmark = pytest.mark.sampled

MINUTES = Number(82, "minutes")
JOBS = Number(122, "jobs")
PLAIN = Number(82)
INHABITANTS = Number(131_700, "inhabitants|people")
OUNCES = Number(81.1, "ounces", decimals=1)
RATE = Number(7.09, "%", decimals=2)
LOSS = Number(-17.95, "%", decimals=2)
COLD = Number(-3, "°C")
DAYS = Number(12, "days")
PHOTO = Number(3, "photo|photograph|beach", ordinal=True)
SEATS = Number(7, "seats")
NONE_LEFT = Number(0, "packets")
STARS = Number(1, "stars")
MEGABYTES = Number(100, "MB")
GRAMS = Number(38.174, "g")
FARE = Number(60.13, "GBP", decimals=2)


@pytest.mark.parametrize(
    ("expected", "answer"),
    [
        (PLAIN, "82"),
        (PLAIN, "82."),
        (PLAIN, "82.0"),
        (PLAIN, "It is 82."),
        (PLAIN, "The answer is **82**."),
        (PLAIN, "`82`"),
        (PLAIN, "$\\boxed{82}$"),
        (PLAIN, "eighty-two"),
        (PLAIN, "Eighty two."),
        (PLAIN, "８２"),
        (PLAIN, "٨٢"),
        (PLAIN, '"82"'),
        (PLAIN, "(82)"),
        (PLAIN, "~82"),
        (PLAIN, "Result = 82"),
        (PLAIN, "62 + 20 = 82"),
        (PLAIN, "No doubt it is 82."),
        (Number(20260503), "The account is 20260503."),
        (MINUTES, "82 minutes in all: walk 62 minutes, wait 20 minutes."),
        (MINUTES, "Just a minute: the walk takes 82 minutes."),
        (MINUTES, "Summer 2026: 82"),
        (FARE, "I haven't booked anything yet and the difference is 60.13 pounds."),
        (FARE, "It would be 60.13 (the 69.01 euros in pounds)."),
        (PLAIN, "7 × 12 − 2 = 82"),
        (PLAIN, "In 2026 it was 82."),
        (PLAIN, "82, not 85"),
        (PLAIN, "Not 85, but 82."),
        (PLAIN, "79. Wait, no: 82."),
        (DAYS, "It will be 12 rainy days."),
        (JOBS, "122 open jobs, and one of them is mine."),
        (PLAIN, "82 (I first thought it was 79)"),
        (PLAIN, "~~79~~ 82"),
        (PLAIN, "82 (see item T461 and version 5.18.0)"),
        (PLAIN, "Answer: 82\n\nStep 1 gave 62, step 2 gave 20."),
        (PLAIN, "The first leg gives 62, the second one 20, so it is 82 together."),
        (PLAIN, "1. Leg A: 62\n2. Leg B: 20\n\nTotal: 82"),
        (MINUTES, "82 minutes"),
        (MINUTES, "82 min."),
        (MINUTES, "an 82-minute walk"),
        (MINUTES, "1 hour 22 minutes"),
        (MINUTES, "1 h 22"),
        (MINUTES, "1h22m"),
        (MINUTES, "One hour and twenty-two minutes."),
        (MINUTES, "You walk 62 minutes to the restaurant and 20 minutes to the park, 82 minutes in all."),
        (MINUTES, "About 82 minutes (4.9 km) between the 3 places."),
        (MINUTES, "The walk takes **82 minutes**: 62 to the restaurant, 20 to the park."),
        (JOBS, "122 jobs"),
        (JOBS, "122 new full-time jobs at 3 businesses"),
        (JOBS, "Three businesses bring one hundred and twenty-two jobs in 2026."),
        (JOBS, "The 4 businesses bring 122."),
        (JOBS, "Bakery 40, shipyard 82; together that makes 122 jobs."),
        (INHABITANTS, "131,700"),
        (INHABITANTS, "131.700"),
        (INHABITANTS, "131 700 inhabitants"),
        (INHABITANTS, "131\u202f700"),
        (INHABITANTS, "131'700"),
        (INHABITANTS, "131.7 thousand"),
        (INHABITANTS, "131.7k"),
        (INHABITANTS, "0.1317 million people"),
        (INHABITANTS, "1.317 × 10^5"),
        (INHABITANTS, "Brackwater has 131,700 inhabitants; you travel by T371 on 15 May 2027."),
        (OUNCES, "81.13 ounces"),
        (OUNCES, "81,1 oz"),
        (OUNCES, "2,300 g"),
        (OUNCES, "2.3 kg, which is 81.13 oz"),
        (OUNCES, "The Lindqvar day pack (158) at 81.1 oz"),
        (OUNCES, "5 lb 1.1 oz"),
        (RATE, "The highest rate for 42 months is 7.09%"),
        (RATE, "7.09 percent a year"),
        (RATE, "7,09 %"),
        (RATE, "at most 7.09 per cent"),
        (RATE, "No more than 7.09 %."),
        (RATE, "$7.09\\%$"),
        (RATE, "7.0903%"),
        (LOSS, "-17.95"),
        (LOSS, "−17.95 %"),
        (LOSS, "–17.95%"),
        (LOSS, "minus 17.95 percent"),
        (LOSS, "It lost 17.95 %; less than Corvin Optics."),
        (LOSS, "a loss of 17.95%"),
        (COLD, "-3"),
        (COLD, "minus three degrees"),
        (COLD, "3 degrees below zero"),
        (COLD, "26.6 °F"),
        (PHOTO, "3"),
        (PHOTO, "beach3.png"),
        (PHOTO, "the third photo"),
        (PHOTO, "It is in photograph no. 3."),
        (PHOTO, "The 3rd one"),
        (PHOTO, "In the third of the four photographs"),
        (PHOTO, "I first looked at all four photos; it's photo 3."),
        (SEATS, "7 of the 12 seats of row C are free"),
        (SEATS, "Of 12 seats, 5 are reserved, so 7 are free."),
        (SEATS, "Seven"),
        (SEATS, "7 free seats"),
        (SEATS, "7 left"),
        (NONE_LEFT, "None of it is left."),
        (NONE_LEFT, "Green Zebra; 0"),
        (NONE_LEFT, "no packets are left"),
        (NONE_LEFT, "zero packets"),
        (STARS, "1 star"),
        (STARS, "One star."),
        (STARS, "1 out of 5 stars"),
        (STARS, "1/5 stars"),
        (STARS, "The newest one has just one star."),
        (MEGABYTES, "0.1 GB"),
        (MEGABYTES, "100 MB, and it keeps things for 300 s"),
        (GRAMS, "38.174 g"),
        (GRAMS, "0.038174 kg"),
        (GRAMS, "38,174"),
        (FARE, "On Friday 18 December 2026 flying would cost £60.13 more."),
        (Number(24), "two dozen"),
        (Number(1.2e6), "1.2 million"),
        (Number(0.75), "three quarters"),
        (Number(0.75), "3/4"),
        (Number(2.5, "hours"), "two and a half hours"),
        (Number(1.6, "m", decimals=2), "5'3\""),
        (Number(36, "km/h"), "10 m/s"),
        (Number(38, "months"), "3 years and 2 months"),
        (Number(20, "°C"), "68 degrees Fahrenheit"),
        (Number(1.5, "l"), "1500 ml"),
    ],
)
def test_right(expected: Number, answer: str) -> None:
    assert is_right(answer, expected)


@pytest.mark.parametrize(
    ("expected", "answer"),
    [
        (PLAIN, ""),
        (PLAIN, "I do not know."),
        (PLAIN, "83"),
        (PLAIN, "82.5"),
        (PLAIN, "-82"),
        (PLAIN, "820"),
        (PLAIN, "It is not 82."),
        (PLAIN, "It isn't 82"),
        (PLAIN, "it isn’t 82"),
        (PLAIN, "anything but 82"),
        (PLAIN, "Any number other than 82"),
        (PLAIN, "82 is not the answer."),
        (PLAIN, "82 is wrong."),
        (PLAIN, "82? No."),
        (PLAIN, "82 does not fit."),
        (PLAIN, "I doubt that it is 82."),
        (PLAIN, "nowhere near 82"),
        (PLAIN, "I can't decide between 82 and 85."),
        (PLAIN, "82 can't be right."),
        (PLAIN, "Neither 82 nor 85"),
        (PLAIN, "82 or 85"),
        (PLAIN, "85 or **82**"),
        (PLAIN, "**82** or 85"),
        (PLAIN, "82, maybe 85"),
        (PLAIN, "82 (or 85)"),
        (PLAIN, "82/85"),
        (PLAIN, "82-85"),
        (PLAIN, "between 82 and 85"),
        (PLAIN, "81, 82, 83, 84"),
        (PLAIN, "20, 62, 82"),
        (PLAIN, "81\n82\n83"),
        (PLAIN, "82. Actually, it is 85."),
        (PLAIN, "82. Sorry, 85."),
        (PLAIN, "82 + 3 = 85"),
        (PLAIN, "82 + 3"),
        (PLAIN, "more than 82"),
        (PLAIN, "over 82"),
        (PLAIN, "85 (I first thought it was 82)"),
        (PLAIN, "~~82~~ 85"),
        (PLAIN, "Answer: 82 or 85"),
        (PLAIN, "\\boxed{82} \\boxed{85}"),
        (PLAIN, "T82"),
        (PLAIN, "version 8.2"),
        (PLAIN, "16:82"),
        (MINUTES, "82 km"),
        (MINUTES, "82 hours"),
        (MINUTES, "1 hour 20 minutes"),
        (MINUTES, "82 seconds"),
        (MINUTES, "82 places"),
        (MINUTES, "82 or 85 minutes"),
        (MINUTES, "82 minutes or 85"),
        (MINUTES, "82 minutes; it may also be 1 hour 25 minutes"),
        (JOBS, "122 houses"),
        (JOBS, "121 jobs"),
        (JOBS, "122 jobs or 130 jobs"),
        (JOBS, "on page 122"),
        (INHABITANTS, "131.7"),
        (INHABITANTS, "131,701"),
        (INHABITANTS, "131.7 million"),
        (OUNCES, "81"),
        (OUNCES, "81.2 ounces"),
        (OUNCES, "81.1 g"),
        (OUNCES, "2.4 kg"),
        (OUNCES, "81.1 litres"),
        (RATE, "7.9%"),
        (RATE, "7.09 euros"),
        (RATE, "0.0709 %"),
        (RATE, "7.09% or 7.10%"),
        (LOSS, "17.95 %"),
        (LOSS, "a gain of 17.95 %"),
        (COLD, "3"),
        (COLD, "3 degrees"),
        (DAYS, "13 rainy days"),
        (PHOTO, "photo 2"),
        (PHOTO, "the third or the fourth"),
        (PHOTO, "beach3.png or beach4.png"),
        (PHOTO, "1, 2, 3, 4"),
        (SEATS, "12 seats"),
        (SEATS, "7 rows"),
        (NONE_LEFT, "5"),
        (NONE_LEFT, "No problem!"),
        (NONE_LEFT, "no packets or 5 packets"),
        (NONE_LEFT, "0 or 5 packets"),
        (STARS, "One of the reviews has 2 stars"),
        (STARS, "one or two stars"),
        (STARS, "1 2 3 4 5"),
        (Number(2, "stars"), "one or two"),
        (MEGABYTES, "100 KB"),
        (GRAMS, "38.17 g"),
        (GRAMS, "38.174 kg"),
        (FARE, "60.31"),
        (FARE, "60.13 euros"),
        (Number(17.95, "%", signed=True), "a loss of 17.95 %"),
    ],
)
def test_wrong(expected: Number, answer: str) -> None:
    assert not is_right(answer, expected)


@pytest.mark.parametrize(
    ("answer", "given", "right"),
    [
        ("For 310 euros over 42 months the rate is 7.09", "310 euros, 42 months", True),
        ("With 310 a month: 7.09", "I can put aside 310 euros a month", True),
        ("With 310 a month: 7.09", "", False),
        ("7.09 or 310", "310", False),
        ("310", "310", False),
    ],
)
def test_numbers_of_the_question_may_be_repeated(answer: str, given: str, right: bool) -> None:
    assert is_right(answer, Number(7.09, decimals=2), given) is right


@pytest.mark.parametrize(
    ("decimals", "tolerance", "right", "wrong"),
    [
        (None, 0.0, ["5.11"], ["5.1", "5.115", "5.111"]),
        (2, 0.0, ["5.11", "5.1149", "5.106"], ["5.1", "5.116", "5.104"]),
        (1, 0.0, ["5.1", "5.11", "5.15"], ["5", "5.2"]),
        (0, 0.0, ["5", "5.11"], ["6", "4.4"]),
        (None, 0.3, ["5.4", "5", "4.9"], ["4.8", "5.5"]),
    ],
)
def test_tolerance(decimals: int | None, tolerance: float, right: list[str], wrong: list[str]) -> None:
    expected = Number(5.11, "km", decimals, tolerance)
    assert [text for text in right if not is_right(text, expected)] == []
    assert [text for text in wrong if is_right(text, expected)] == []
