"""Durations in answers."""

from __future__ import annotations

import pytest

from checkers.values import Duration
from tests.checkers.values.tables import is_right

pytestmark = pytest.mark.sampled

LEFT = Duration(253, "seconds", tolerance=2)
SPEECH = Duration(73, "seconds")
WALK = Duration(82, "minutes")
DAYLIGHT = Duration(10.5, "hours")


@pytest.mark.parametrize(
    ("expected", "answer"),
    [
        (LEFT, "4:13"),
        (LEFT, "04:13"),
        (LEFT, "0:04:13"),
        (LEFT, "00:04:13.0"),
        (LEFT, "4:13 minutes"),
        (LEFT, "4:13 min"),
        (LEFT, "4m13s"),
        (LEFT, "4m 13s"),
        (LEFT, "4min13s"),
        (LEFT, "4 min 13 s"),
        (LEFT, "4 min 13"),
        (LEFT, "4 min. 13 sec."),
        (LEFT, "4 mins 13 secs"),
        (LEFT, "4 mins, 13 secs"),
        (LEFT, "4 minutes and 13 seconds"),
        (LEFT, "4 minutes, 13 seconds"),
        (LEFT, "four minutes and thirteen seconds"),
        (LEFT, "4'13\""),
        (LEFT, "4' 13\""),
        (LEFT, "4′13″"),
        (LEFT, "4’13”"),
        (LEFT, "4'13''"),
        (LEFT, "4 Min. 13 Sek."),
        (LEFT, "4 Minuten und 13 Sekunden"),
        (LEFT, "4 minutes et 13 secondes"),
        (LEFT, "4 minutos y 13 segundos"),
        (LEFT, "4分13秒"),
        (LEFT, "253 seconds"),
        (LEFT, "253 s"),
        (LEFT, "253s"),
        (LEFT, "253"),
        (LEFT, "252 seconds"),
        (LEFT, "4:14"),
        (LEFT, "**4:13**"),
        (LEFT, "4 minutes and 13 seconds (253 seconds)"),
        (LEFT, "It is paused at 2:47 of 7:00, so 4:13 is left."),
        (LEFT, "The recording is 7 minutes long and paused at 2:47. That leaves **4 min 13 s**."),
        (LEFT, "7:00 - 2:47 = 4:13"),
        (LEFT, "4:13, not 4:31"),
        (LEFT, "4:31? No, 4:13."),
        (LEFT, "4.2167 minutes"),
        (SPEECH, "1:13"),
        (SPEECH, "The mayor's speech (02-mayor.ogg) lasts 1 minute and 13 seconds."),
        (SPEECH, "a minute and 13 seconds"),
        (SPEECH, "73 seconds, or 1:13"),
        (WALK, "1 hour 22 minutes"),
        (WALK, "1 hour and 22 minutes"),
        (WALK, "1 h 22"),
        (WALK, "1h22"),
        (WALK, "1:22 h"),
        (WALK, "1:22"),
        (WALK, "1 Std. 22 Min."),
        (WALK, "82"),
        (WALK, "82 min"),
        (WALK, "an hour and twenty-two minutes"),
        (WALK, "About 82 minutes, 62 to the restaurant and 20 to the park."),
        (DAYLIGHT, "ten and a half hours"),
        (DAYLIGHT, "10½ hours"),
        (DAYLIGHT, "10 h 30 min"),
        (DAYLIGHT, "630 minutes"),
        (Duration(90, "minutes"), "an hour and a half"),
        (Duration(45, "minutes"), "three quarters of an hour"),
        (Duration(30, "minutes"), "half an hour"),
        (Duration(14, "days"), "two weeks"),
    ],
)
def test_right(expected: Duration, answer: str) -> None:
    assert is_right(answer, expected)


@pytest.mark.parametrize(
    ("expected", "answer"),
    [
        (LEFT, ""),
        (LEFT, "4:00"),
        (LEFT, "4:10"),
        (LEFT, "4 min"),
        (LEFT, "13 minutes"),
        (LEFT, "4:13 hours"),
        (LEFT, "4 h 13"),
        (LEFT, "4 hours and 13 minutes"),
        (LEFT, "253 minutes"),
        (LEFT, "253 m"),
        (LEFT, "4.13 minutes"),
        (LEFT, "It is not 4:13."),
        (LEFT, "isn't 4 minutes 13 seconds"),
        (LEFT, "anything but 4:13"),
        (LEFT, "4:13 is wrong"),
        (LEFT, "4:13 or 4:31"),
        (LEFT, "4:13 or 4 min 20 s"),
        (LEFT, "4:13, perhaps 5 minutes"),
        (LEFT, "4:13, 4:20, 4:31"),
        (LEFT, "4:13. Sorry, 4:31."),
        (LEFT, "4:31 (I first thought 4:13)"),
        (LEFT, "between 4:13 and 5:13"),
        (LEFT, "less than 4:13"),
        (LEFT, "at 4:13"),
        (LEFT, "4:13 pm"),
        (LEFT, "Answer: 4:31. (4:13 was left before.)"),
        (SPEECH, "13 seconds"),
        (SPEECH, "1:31"),
        (WALK, "82 hours"),
        (WALK, "82 seconds"),
        (WALK, "82 km"),
        (WALK, "1 hour 20 minutes"),
        (WALK, "1 hour 22 minutes or 1 hour 30 minutes"),
        (WALK, "80 minutes"),
    ],
)
def test_wrong(expected: Duration, answer: str) -> None:
    assert not is_right(answer, expected)
