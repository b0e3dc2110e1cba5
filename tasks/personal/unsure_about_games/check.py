from checkers import GuestView, Score
from checkers.personal import Answered, Changed, Created, Shown, has_words, personal_score
from checkers.values import TimeOfDay


def check(guest: GuestView) -> Score:
    return personal_score(
        guest,
        Shown(
            "it was looked up: the guest who is not sure yet about our next games evening",
            ("calendar.event event-563", "mail.message mail-704"),
        ),
        Shown("our next games evening was found", "calendar.event event-563"),
        Shown(
            "it was looked up when our next games evening is",
            ("calendar.event event-563", "mail.message mail-695"),
        ),
        Created(
            "Saskia is asked by mail",
            "mail.message",
            {
                "folder": "folder-2",
                "to": ["saskia.tarrant@lettera.test"],
                "subject": has_words("Your number"),
            },
            {"body": has_words("telephone number")},
        ),
        Changed("'Games evening at ours' has a reminder", "calendar.event", "event-563", {"reminder": 4320}),
        Answered("the answer has the time of day", TimeOfDay(16, 0)),
    )
