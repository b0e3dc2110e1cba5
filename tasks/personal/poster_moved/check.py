from checkers import GuestView, Score
from checkers.personal import Changed, Created, Shown, has_words, personal_score


def check(guest: GuestView) -> Score:
    return personal_score(
        guest,
        Shown(
            "it was looked up: whoever moved the meeting on poster and the sixth form", "team.post post-543"
        ),
        Shown(
            "who has called the meeting about the room plan was looked up",
            ("calendar.event event-549", "mail.message mail-596", "mail.message mail-600"),
        ),
        Changed(
            "the card of Knut Lomas is in the group",
            "contacts.card",
            "card-5",
            {"groups": ["Work", "Call back"]},
        ),
        Created(
            "Knut is invited to 'Quick handover'",
            "calendar.event",
            {"calendar": "calendar-1", "title": has_words("Quick handover")},
            {
                "starts": has_words("2026-05-18", "10:15"),
                "ends": has_words("2026-05-18", "10:45"),
                "guests": ["k.lomas@ferrow-college.test"],
            },
        ),
        Created(
            "Knut is asked by mail",
            "mail.message",
            {"folder": "folder-2", "to": ["k.lomas@ferrow-college.test"], "subject": has_words("A date")},
            {"body": has_words("time", "talk")},
        ),
    )
