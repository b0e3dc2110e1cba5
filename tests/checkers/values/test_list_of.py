"""Lists of values in answers."""

from __future__ import annotations

import pytest

from checkers.values import Date, ListOf, Money, Name, Number, TimeOfDay
from tests.checkers.values.tables import is_right

pytestmark = pytest.mark.sampled

KNOWN = ["C", "Fortran", "JavaScript", "Python", "R", "Rust"]
LANGUAGES = ListOf([Name("Fortran", KNOWN), Name("R", KNOWN)])
IN_ORDER = ListOf([Name("Fortran", KNOWN), Name("R", KNOWN)], ordered=True)
THINGS = ["salad", "bread", "cups", "cheese", "blanket"]
GAPS = ListOf([Name(name, THINGS) for name in ("bread", "cups", "blanket")])
COSTS = ListOf([Money(1030, "EUR", decimals=0), Number(1172, "kWh", decimals=0)], ordered=True)
BIRD = ListOf(
    [Number(4, "frame", ordinal=True), Number(56, "px", tolerance=1), Number(156, "px", tolerance=1)],
    ordered=True,
)
CALLS = ListOf([TimeOfDay(6, 30), TimeOfDay(11, 30)], ordered=True)
LIGHT = ListOf([Number(47, "m"), Number(39, "km")], ordered=True)
CACHE = ListOf([Number(100, "MB"), Number(300, "seconds")], ordered=True)
PRIMES = ListOf([Number(2), Number(3), Number(5)])
DAYS = ListOf([Date(2027, 3, 6), Date(2027, 3, 13)])
TWICE = ListOf([Number(5), Number(5)], ordered=True)


@pytest.mark.parametrize(
    ("expected", "answer"),
    [
        (LANGUAGES, "Fortran; R"),
        (LANGUAGES, "R; Fortran"),
        (LANGUAGES, "Fortran and R"),
        (LANGUAGES, "Fortran & R."),
        (LANGUAGES, "- Fortran\n- R"),
        (LANGUAGES, "* **Fortran**\n* **R**"),
        (LANGUAGES, "1. Fortran\n2. R"),
        (LANGUAGES, "1) R\n2) Fortran"),
        (LANGUAGES, "| Fortran | R |"),
        (LANGUAGES, "Fortran and R, not Python"),
        (LANGUAGES, "There is no parser for Fortran (1 file) and R (3 files)."),
        (LANGUAGES, "Answer: Fortran; R\n\nPython, Rust and JavaScript have parsers."),
        (IN_ORDER, "Fortran; R"),
        (IN_ORDER, "fortran, r"),
        (GAPS, "bread, cups and a blanket"),
        (GAPS, "Bread, cups, blanket"),
        (GAPS, "the blanket, the bread, and the cups"),
        (GAPS, "- blanket\n- bread\n- cups"),
        (GAPS, "Nobody brings bread, cups or a blanket."),
        (GAPS, "bread; cups; blankets"),
        (COSTS, "1030; 1172"),
        (COSTS, "1,030; 1,172"),
        (COSTS, "€1030 and 1172 kWh"),
        (COSTS, "The winter would cost 1,030 euros; the 40 therms of gas are 1,172 kWh."),
        (COSTS, "**1030**; **1172**"),
        (BIRD, "4; 56; 156"),
        (BIRD, "frame 4; 56; 156"),
        (BIRD, "frame4.png; 57; 155"),
        (BIRD, "Frame 4, x = 56, y = 156"),
        (BIRD, "The bird is in the fourth frame, at (56, 156)."),
        (CALLS, "06:30; 11:30"),
        (CALLS, "6:30 am in New York and 11:30 am in Lisbon"),
        (CALLS, "New York: 06:30\nLisbon: 11:30"),
        (LIGHT, "47; 39"),
        (LIGHT, "47 m; 39 km"),
        (LIGHT, "The lighthouse is 47 metres high, and its light can be seen for 39 kilometres."),
        (CACHE, "100; 300"),
        (CACHE, "100 MB; 300 s"),
        (CACHE, "The cache had 100 megabytes and keeps things for 5 minutes."),
        (PRIMES, "2, 3, 5"),
        (PRIMES, "5, 3 and 2"),
        (PRIMES, "two, three and five"),
        (DAYS, "6 and 13 March 2027"),
        (DAYS, "2027-03-06, 2027-03-13"),
        (TWICE, "5; 5"),
    ],
)
def test_right(expected: ListOf, answer: str) -> None:
    assert is_right(answer, expected)


@pytest.mark.parametrize(
    ("expected", "answer"),
    [
        (LANGUAGES, ""),
        (LANGUAGES, "Fortran"),
        (LANGUAGES, "R"),
        (LANGUAGES, "Fortran, R, Python"),
        (LANGUAGES, "C, Fortran, JavaScript, Python, R, Rust"),
        (LANGUAGES, "Fortran or R or Python"),
        (LANGUAGES, "Fortran but not R"),
        (LANGUAGES, "neither Fortran nor R"),
        (LANGUAGES, "all but Fortran and R"),
        (LANGUAGES, "Fortran and R, maybe Rust"),
        (LANGUAGES, "Fortran and Rust"),
        (IN_ORDER, "R; Fortran"),
        (GAPS, "bread and cups"),
        (GAPS, "bread, cups, blanket, cheese"),
        (GAPS, "bread, cups; not the blanket"),
        (COSTS, "1172; 1030"),
        (COSTS, "1030"),
        (COSTS, "1030; 1173"),
        (COSTS, "1030; 1172; 40"),
        (COSTS, "1030 kWh; 1172 euros"),
        (BIRD, "4; 156; 56"),
        (BIRD, "3; 56; 156"),
        (BIRD, "4; 56"),
        (BIRD, "4; 58; 156"),
        (CALLS, "11:30; 06:30"),
        (CALLS, "06:30"),
        (CALLS, "06:30; 11:30; 12:30"),
        (LIGHT, "39; 47"),
        (LIGHT, "47 km; 39 m"),
        (CACHE, "300; 100"),
        (CACHE, "100 GB; 300 s"),
        (PRIMES, "2, 3, 5, 7"),
        (PRIMES, "2 and 3"),
        (PRIMES, "2 to 5"),
        (DAYS, "6 March 2027"),
        (DAYS, "6, 13 and 20 March 2027"),
        (TWICE, "5; 6"),
    ],
)
def test_wrong(expected: ListOf, answer: str) -> None:
    assert not is_right(answer, expected)
