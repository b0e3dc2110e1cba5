from checkers import GuestView, Score
from checkers.personal import Answered, Changed, Shown, personal_score
from checkers.values import Date


def check(guest: GuestView) -> Score:
    return personal_score(
        guest,
        Shown("my next appointment with the physiotherapist was found", "calendar.event event-526"),
        Shown(
            "it was looked up when my next appointment with the physiotherapist is",
            "calendar.event event-526",
        ),
        Changed(
            "'Physiotherapist: Wrenfield Surgery' has a reminder",
            "calendar.event",
            "event-526",
            {"reminder": 4320},
        ),
        Answered("the answer has the date", Date(2026, 5, 21)),
    )
