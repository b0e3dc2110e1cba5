from checkers import GuestView, Score
from checkers.personal import Answered, Changed, Created, Shown, has_words, mentions, personal_score
from checkers.values import Date, TimeOfDay


def check(guest: GuestView) -> Score:
    return personal_score(
        guest,
        Shown(
            "it was looked up when Zelda's studio visit is",
            ("calendar.event event-548", "mail.message mail-674", "messenger.message msg-1076"),
        ),
        Shown("Zelda's studio visit was found", "calendar.event event-548"),
        Shown("Zelda's invitation to the studio visit was found", "mail.message mail-674"),
        Created(
            "the new file 'Jotted down' has it",
            "vault.file",
            {"owner": "person-1", "path": "Jotted down.md"},
            {"text": mentions(Date(2026, 5, 26), TimeOfDay(17, 0))},
        ),
        Changed(
            '"Zelda\'s studio visit" is accepted',
            "calendar.event",
            "event-548",
            {
                "accepted": has_words("liv.wolfsdal@inkwell.test"),
                "declined": lambda people: "liv.wolfsdal@inkwell.test" not in people,
                "tentative": lambda people: "liv.wolfsdal@inkwell.test" not in people,
            },
        ),
        Changed(
            "the mail 'Please come: studio visit on Tuesday 26 May' is in the trash",
            "mail.message",
            "mail-674",
            {"folder": "folder-5"},
        ),
        Answered("the answer has the time of day", TimeOfDay(17, 0)),
    )
