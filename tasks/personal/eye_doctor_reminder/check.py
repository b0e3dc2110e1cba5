from checkers import GuestView, Score
from checkers.personal import Answered, Changed, Created, Shown, has_words, personal_score
from checkers.values import Date


def check(guest: GuestView) -> Score:
    return personal_score(
        guest,
        Shown("my next appointment with the eye doctor was found", "calendar.event event-528"),
        Shown("it was looked up when my next appointment with the eye doctor is", "calendar.event event-528"),
        Changed(
            "'Eye doctor: Lockyer Surgery' has a reminder", "calendar.event", "event-528", {"reminder": 60}
        ),
        Created(
            "'Not at home' is in the calendar Family",
            "calendar.event",
            {"calendar": "calendar-2", "title": has_words("Not at home")},
            {"starts": has_words("2026-05-21T10:00"), "ends": has_words("2026-05-21", "23:00")},
        ),
        Answered("the answer has the date", Date(2026, 5, 21)),
    )
