from checkers import GuestView, Score
from checkers.found_values import Found
from checkers.personal import Answered, Changed, Created, Shown, mentions, personal_score
from checkers.values import Number


def check(guest: GuestView) -> Score:
    return personal_score(
        guest,
        Shown(
            "it was looked up: whoever gives the garden party",
            ("calendar.event event-543", "mail.message mail-602"),
        ),
        Shown("Oskar's garden party was found", "calendar.event event-543"),
        Found("the highest temperature on the day of Oskar's garden party was found", Number(21)),
        Changed(
            "the card of Oskar Palmgren is in the group",
            "contacts.card",
            "card-62",
            {"groups": ["Friends", "Games evenings"]},
        ),
        Created(
            "the newest message of Oskar is answered",
            "messenger.message",
            {"conversation": "chat-2", "sender": "person-1"},
            {"text": mentions(Number(21)), "reply_to": "msg-864"},
        ),
        Answered("the answer has it", Number(21)),
    )
