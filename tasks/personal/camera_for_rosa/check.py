from checkers import GuestView, Score
from checkers.personal import Answered, Changed, Created, Shown, has_words, personal_score
from checkers.values import TimeOfDay


def check(guest: GuestView) -> Score:
    return personal_score(
        guest,
        Shown(
            "it was looked up: whoever gives the garden party",
            ("calendar.event event-553", "mail.message mail-653"),
        ),
        Shown("it was looked up who the neighbour whose cat is called Admiral is", "contacts.card card-105"),
        Shown("the card of Rosa Wakelin was found", "contacts.card card-105"),
        Shown(
            "it was looked up when Rosa's garden party is",
            ("calendar.event event-553", "mail.message mail-653", "messenger.message msg-1074"),
        ),
        Created(
            "Rosa is asked",
            "messenger.message",
            {"conversation": "chat-17", "sender": "person-1"},
            {"text": has_words("camera")},
        ),
        Created(
            "the newest message of Rosa has a thumb",
            "messenger.reaction",
            {"message": "msg-905", "person": "person-1"},
            {"emoji": "👍"},
        ),
        Changed(
            "the card of Rosa Wakelin is in the group",
            "contacts.card",
            "card-105",
            {"groups": ["Neighbours", "Picnic list"]},
        ),
        Answered("the answer has the time of day", TimeOfDay(16, 0)),
    )
