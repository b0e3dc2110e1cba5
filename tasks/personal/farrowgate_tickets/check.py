from checkers import GuestView, Score
from checkers.personal import Created, Deleted, Shown, has_words, personal_score


def check(guest: GuestView) -> Score:
    return personal_score(
        guest,
        Shown("the mail with the tickets for my next train to Farrowgate was found", "mail.message mail-593"),
        Shown("our train back from Farrowgate was found", "calendar.event event-516"),
        Created(
            "Ansel has got the mail 'Tickets B9250: Corvin to Farrowgate'",
            "mail.message",
            {"folder": "folder-2", "to": ["ansel.radcliff@inkwell.test"]},
            {
                "body": has_words(
                    "For you", "Friday 29 May: T190 Corvin 06:08 to Farrowgate 08:01, coach 3, seat 63"
                )
            },
        ),
        Deleted("'T385 Farrowgate to Corvin' is off", "calendar.event", "event-516"),
    )
