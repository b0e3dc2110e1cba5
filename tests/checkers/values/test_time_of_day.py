"""Times of day in answers."""

from __future__ import annotations

import pytest

from checkers.values import TimeOfDay
from tests.checkers.values.tables import is_right

pytestmark = pytest.mark.sampled

AFTERNOON = TimeOfDay(16, 5)
QUARTER = TimeOfDay(16, 15)
NOON = TimeOfDay(12)
MORNING = TimeOfDay(9, 30)
NIGHT = TimeOfDay(0, 5)
CLOSING = TimeOfDay(17, 30)


@pytest.mark.parametrize(
    ("expected", "answer"),
    [
        (AFTERNOON, "16:05"),
        (AFTERNOON, "16:05."),
        (AFTERNOON, "**16:05**"),
        (AFTERNOON, "At 16:05"),
        (AFTERNOON, "16：05"),
        (AFTERNOON, "16:05:00"),
        (AFTERNOON, "16:05 h"),
        (AFTERNOON, "16.05 h"),
        (AFTERNOON, "16.05"),
        (AFTERNOON, "16h05"),
        (AFTERNOON, "16 h 05"),
        (AFTERNOON, "16 h 05 min"),
        (AFTERNOON, "16:05 Uhr"),
        (AFTERNOON, "16.05 Uhr"),
        (AFTERNOON, "16 Uhr 05"),
        (AFTERNOON, "1605 hours"),
        (AFTERNOON, "1605h"),
        (AFTERNOON, "4:05 pm"),
        (AFTERNOON, "4:05PM"),
        (AFTERNOON, "4:05 p.m."),
        (AFTERNOON, "4.05 pm"),
        (AFTERNOON, "4.05pm"),
        (AFTERNOON, "4:05 in the afternoon"),
        (AFTERNOON, "4:05 this afternoon"),
        (AFTERNOON, "five past four"),
        (AFTERNOON, "five minutes past four"),
        (AFTERNOON, "5 past 4"),
        (AFTERNOON, "five past four in the afternoon"),
        (AFTERNOON, "sixteen oh five"),
        (AFTERNOON, "four oh five pm"),
        (AFTERNOON, "下午4:05"),
        (AFTERNOON, "下午4点05分"),
        (AFTERNOON, "16点05分"),
        (AFTERNOON, "16:05 (4:05 pm)"),
        (AFTERNOON, "The last ferry before 17:00 leaves at 16:05."),
        (AFTERNOON, "The last ferry that you can take on 3 May 2027 leaves at 16:05 and costs 12.50 euros."),
        (AFTERNOON, "16:05, not 16:40"),
        (AFTERNOON, "Not the 16:40, but the 16:05 ferry"),
        (AFTERNOON, "16:40? No: 16:05."),
        (AFTERNOON, "Answer: 16:05\n\nThe next one would leave at 16:40."),
        (AFTERNOON, "The ferry takes 1 h 10 min; it leaves at 16:05."),
        (QUARTER, "quarter past 4"),
        (QUARTER, "a quarter past four"),
        (QUARTER, "four fifteen"),
        (NOON, "noon"),
        (NOON, "At 12 noon"),
        (NOON, "12 o'clock"),
        (NOON, "12 pm"),
        (NOON, "midday"),
        (MORNING, "half past nine"),
        (MORNING, "9:30"),
        (MORNING, "09:30 am"),
        (MORNING, "nine thirty in the morning"),
        (NIGHT, "00:05"),
        (NIGHT, "12:05 am"),
        (NIGHT, "five past midnight"),
        (CLOSING, "You can visit it until 17:30."),
        (CLOSING, "half past five"),
        (TimeOfDay(15, 50), "ten to four"),
        (TimeOfDay(15, 45), "quarter to four"),
        (TimeOfDay(16), "four o'clock"),
        (TimeOfDay(16), "4 pm"),
        (TimeOfDay(16), "16 Uhr"),
        (TimeOfDay(16), "16 h"),
        (TimeOfDay(16, 5, twelve_hours=True), "4:05"),
    ],
)
def test_right(expected: TimeOfDay, answer: str) -> None:
    assert is_right(answer, expected)


@pytest.mark.parametrize(
    ("expected", "answer"),
    [
        (AFTERNOON, ""),
        (AFTERNOON, "16:06"),
        (AFTERNOON, "16:50"),
        (AFTERNOON, "4:05"),
        (AFTERNOON, "4:05 am"),
        (AFTERNOON, "4:05 in the morning"),
        (AFTERNOON, "5:16"),
        (AFTERNOON, "five to four"),
        (AFTERNOON, "quarter past four"),
        (AFTERNOON, "It is not 16:05."),
        (AFTERNOON, "isn't 16:05"),
        (AFTERNOON, "anything but 16:05"),
        (AFTERNOON, "16:05 is wrong"),
        (AFTERNOON, "16:05 or 16:40"),
        (AFTERNOON, "either 16:05 or 4:40 pm"),
        (AFTERNOON, "16:05, maybe 16:40"),
        (AFTERNOON, "**16:05** or 16:40"),
        (AFTERNOON, "16:05, 16:40, 17:15"),
        (AFTERNOON, "16:05\n16:40\n17:15"),
        (AFTERNOON, "16:05. Actually, 16:40."),
        (AFTERNOON, "16:40 (I first thought 16:05)"),
        (AFTERNOON, "16:05-16:40"),
        (AFTERNOON, "16:05 minutes"),
        (AFTERNOON, "16.05 euros"),
        (AFTERNOON, "16 hours and 6 minutes"),
        (AFTERNOON, "1605"),
        (AFTERNOON, "between four and five"),
        (AFTERNOON, "16 05"),
        (NOON, "midnight"),
        (NOON, "12 am"),
        (NIGHT, "12:05 pm"),
        (CLOSING, "closed"),
        (CLOSING, "17:30 or 18:00"),
    ],
)
def test_wrong(expected: TimeOfDay, answer: str) -> None:
    assert not is_right(answer, expected)


def test_a_time_that_is_true_as_well_may_be_given() -> None:
    answer = "It leaves at 16:05 and arrives at 16:50, in time for 17:00."
    assert not is_right(answer, AFTERNOON)
    assert is_right(answer, AFTERNOON, given="We must be there by 17:00; it arrives at 16:50.")
