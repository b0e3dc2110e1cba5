"""Dates in answers."""

from __future__ import annotations

import pytest

from checkers.values import Date
from tests.checkers.values.tables import is_right

pytestmark = pytest.mark.sampled

MAY = Date(2026, 5, 3)
YEAR = Date(2026, 5, 3, year_needed=True)
MARCH = Date(2027, 3, 13)
SEAL = Date(1924, 12, 18)


@pytest.mark.parametrize(
    ("expected", "answer"),
    [
        (MAY, "2026-05-03"),
        (MAY, "2026/05/03"),
        (MAY, "2026.05.03"),
        (MAY, "2026‑05‑03"),
        (MAY, "20260503"),
        (MAY, "03/05/2026"),
        (MAY, "05/03/2026"),
        (MAY, "3/5/26"),
        (MAY, "3.5.2026"),
        (MAY, "03.05.2026"),
        (MAY, "03-05-2026"),
        (MAY, "3-May-2026"),
        (MAY, "3 May 2026"),
        (MAY, "03 May 2026"),
        (MAY, "3 May, 2026"),
        (MAY, "3rd May 2026"),
        (MAY, "3rd of May 2026"),
        (MAY, "the 3rd of May, 2026"),
        (MAY, "the third of May 2026"),
        (MAY, "May 3, 2026"),
        (MAY, "May 3rd, 2026"),
        (MAY, "May 3rd"),
        (MAY, "May the third"),
        (MAY, "3 May"),
        (MAY, "3 May '26"),
        (MAY, "Sunday, 3 May"),
        (MAY, "Sunday 3 May 2026"),
        (MAY, "Sun, May 3, 2026"),
        (MAY, "3 May 2026 (a Sunday)"),
        (MAY, "3 May, Sunday"),
        (MAY, "on Sunday the 3rd"),
        (MAY, "the 3rd"),
        (MAY, "3. Mai 2026"),
        (MAY, "Sonntag, den 3. Mai 2026"),
        (MAY, "3 mai 2026"),
        (MAY, "3 de mayo de 2026"),
        (MAY, "2026年5月3日"),
        (MAY, "5月3日"),
        (MAY, "**3 May 2026**"),
        (MAY, "2026-05-03T16:05"),
        (MAY, "2026-05-03; 234.00"),
        (MAY, "2026-05-03 (3 May 2026)"),
        (MAY, "It is paid on 3 May 2026, for the year 2025, at 16:05."),
        (MAY, "Not on 10 May, but on 3 May."),
        (MAY, "10 May? No: 3 May."),
        (MAY, "3 May is earlier than 10 May"),
        (YEAR, "3 May 2026"),
        (YEAR, "2026-05-03"),
        (MARCH, "2027-03-13"),
        (MARCH, "The first dry Saturday of March 2027 is the 13th."),
        (MARCH, "13 March 2027. On 6 March it rains; 20 March is too windy."),
        (MARCH, "Saturday 13 March: dry, with wind of 24 km/h"),
        (SEAL, "1924-12-18; 11-22; 井木犴吉"),
        (SEAL, "December 18, 1924"),
    ],
)
def test_right(expected: Date, answer: str) -> None:
    assert is_right(answer, expected)


@pytest.mark.parametrize(
    ("expected", "answer"),
    [
        (MAY, ""),
        (MAY, "4 May 2026"),
        (MAY, "3 May 2027"),
        (MAY, "3 June 2026"),
        (MAY, "May 2026"),
        (MAY, "2026"),
        (MAY, "2026-03-15"),
        (MAY, "2026-5"),
        (MAY, "Monday, 3 May 2026"),
        (MAY, "3 May 2026 (Monday)"),
        (MAY, "3 or 10 May 2026"),
        (MAY, "3 May or 10 May"),
        (MAY, "3 May, perhaps 10 May"),
        (MAY, "3-10 May 2026"),
        (MAY, "from 3 to 10 May"),
        (MAY, "May 3 or 10, 2026"),
        (MAY, "3, 10, 17 and 24 May"),
        (MAY, "2026-05-03, 2026-05-10, 2026-05-17"),
        (MAY, "It is not 3 May 2026."),
        (MAY, "It isn't 2026-05-03"),
        (MAY, "any day but 3 May"),
        (MAY, "3 May is wrong"),
        (MAY, "3 May. Actually, 10 May."),
        (MAY, "10 May (I first thought 3 May)"),
        (MAY, "before 3 euros"),
        (MAY, "the third option"),
        (MAY, "3:05"),
        (MAY, "version 2026.5.3.1"),
        (YEAR, "3 May"),
        (YEAR, "05/03"),
        (MARCH, "20 March 2027"),
        (MARCH, "March 2027"),
        (SEAL, "11-22"),
    ],
)
def test_wrong(expected: Date, answer: str) -> None:
    assert not is_right(answer, expected)


def test_dates_of_the_question_may_be_repeated() -> None:
    answer = "From 10 to 21 March 2027, the first good day is 18 March 2027."
    assert not is_right(answer, Date(2027, 3, 18))
    assert is_right(answer, Date(2027, 3, 18), given="We move from 10 to 21 March 2027.")
