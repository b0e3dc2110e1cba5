from checkers import GuestView, Score
from checkers.personal import Changed, Shown, has_words, personal_score


def check(guest: GuestView) -> Score:
    return personal_score(
        guest,
        Shown("Rasmus's tasting was found", "calendar.event event-552"),
        Shown("Rasmus's invitation to the tasting was found", "mail.message mail-679"),
        Changed(
            '"Rasmus\'s tasting" is accepted',
            "calendar.event",
            "event-552",
            {
                "accepted": has_words("liv.wolfsdal@inkwell.test"),
                "declined": lambda people: "liv.wolfsdal@inkwell.test" not in people,
                "tentative": lambda people: "liv.wolfsdal@inkwell.test" not in people,
            },
        ),
        Changed(
            "the mail 'You are invited: tasting on Thursday 28 May' is in the trash",
            "mail.message",
            "mail-679",
            {"folder": "folder-5"},
        ),
    )
