from checkers import GuestView, Score
from checkers.personal import Created, Deleted, Shown, has_words, personal_score


def check(guest: GuestView) -> Score:
    return personal_score(
        guest,
        Shown("who leads Hedgehog season was read", ("notes.property property-23", "vault.file file-7")),
        Shown("the open points of Hedgehog season were found", "notes.page page-19"),
        Created(
            "Benno is asked by mail",
            "mail.message",
            {
                "folder": "folder-2",
                "to": ["b.garrick@brackwater-animal-clinic.test"],
                "subject": has_words("A date"),
            },
            {"body": has_words("time", "talk")},
        ),
        Created(
            "Benno is invited to 'Look at the plans'",
            "calendar.event",
            {"calendar": "calendar-1", "title": has_words("Look at the plans")},
            {
                "starts": has_words("2026-05-15", "14:00"),
                "ends": has_words("2026-05-15", "15:00"),
                "guests": ["b.garrick@brackwater-animal-clinic.test"],
            },
        ),
        Deleted("the page 'Hedgehog season: open points' is gone", "notes.page", "page-19"),
    )
