from checkers import GuestView, Score
from checkers.personal import Answered, Created, Shown, has_words, personal_score
from checkers.values import TimeOfDay


def check(guest: GuestView) -> Score:
    return personal_score(
        guest,
        Shown("the mail with the tickets for my next train to Aldmere was found", "mail.message mail-660"),
        Shown(
            "it was looked up when our train back from Aldmere leaves",
            ("calendar.event event-538", "mail.message mail-660"),
        ),
        Created(
            "Gideon has got the mail 'Tickets B4279: Brackwater to Aldmere'",
            "mail.message",
            {"folder": "folder-2", "to": ["gideon.elmhurst@lettera.test"]},
            {
                "body": has_words(
                    "Have a look", "Friday 22 May: T80 Brackwater 07:48 to Aldmere 09:48, coach 8, seat 52"
                )
            },
        ),
        Created(
            "'Not at home' is in the calendar Family",
            "calendar.event",
            {"calendar": "calendar-2", "title": has_words("Not at home")},
            {"starts": has_words("2026-05-25T15:44"), "ends": has_words("2026-05-25", "23:00")},
        ),
        Answered("the answer has the time of day", TimeOfDay(15, 44)),
    )
