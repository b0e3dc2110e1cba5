from checkers import GuestView, Score
from checkers.personal import Answered, Created, Shown, has_words, personal_score
from checkers.values import TimeOfDay


def check(guest: GuestView) -> Score:
    return personal_score(
        guest,
        Shown(
            "it was looked up when Liv's studio visit is",
            ("calendar.event event-557", "mail.message mail-621", "messenger.message msg-1093"),
        ),
        Created(
            "'Keep free' is in the calendar Family",
            "calendar.event",
            {"calendar": "calendar-2", "title": has_words("Keep free")},
            {"starts": has_words("2026-05-25T15:00"), "ends": has_words("2026-05-25", "23:00")},
        ),
        Answered("the answer has the time of day", TimeOfDay(15, 0)),
    )
