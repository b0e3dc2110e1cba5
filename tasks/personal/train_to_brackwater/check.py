from checkers import GuestView, Score
from checkers.personal import Answered, Changed, Created, Shown, has_words, personal_score
from checkers.values import TimeOfDay


def check(guest: GuestView) -> Score:
    return personal_score(
        guest,
        Shown("the mail with the tickets for my next train to Brackwater was found", "mail.message mail-594"),
        Shown(
            "it was looked up when our train to Brackwater leaves",
            ("calendar.event event-518", "mail.message mail-594"),
        ),
        Shown(
            "it was looked up when our train back from Brackwater leaves",
            ("calendar.event event-520", "mail.message mail-594"),
        ),
        Changed(
            "the mail 'Tickets B9633: Hollin to Brackwater' is unread",
            "mail.message",
            "mail-594",
            {"is_read": False},
        ),
        Created(
            "'Keep free' is in the calendar Leni",
            "calendar.event",
            {"calendar": "calendar-1", "title": has_words("Keep free")},
            {"starts": has_words("2026-05-22T06:40"), "ends": has_words("2026-05-22", "23:00")},
        ),
        Answered("the answer has the time of day", TimeOfDay(16, 0)),
    )
