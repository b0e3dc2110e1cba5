from checkers import GuestView, Score
from checkers.personal import Answered, Changed, Created, Shown, has_words, personal_score
from checkers.values import Date


def check(guest: GuestView) -> Score:
    return personal_score(
        guest,
        Shown(
            "it was looked up: whoever did not come to our singing round after all",
            ("calendar.event event-273", "messenger.message msg-545"),
        ),
        Shown("the birthday of Nils Galloway was read", "contacts.card card-58"),
        Changed(
            "the card of Nils Galloway is in the group",
            "contacts.card",
            "card-58",
            {"groups": ["Friends", "Games evenings"]},
        ),
        Created(
            "Nils is asked by mail",
            "mail.message",
            {"folder": "folder-2", "to": ["nils.galloway@lettera.test"], "subject": has_words("A date")},
            {"body": has_words("time", "talk")},
        ),
        Answered("the answer has it", Date(1992, 11, 20)),
    )
