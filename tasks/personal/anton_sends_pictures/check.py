from checkers import GuestView, Score
from checkers.personal import Answered, Created, Deleted, Shown, has_words, personal_score
from checkers.values import TimeOfDay


def check(guest: GuestView) -> Score:
    return personal_score(
        guest,
        Shown(
            "it was looked up: whoever comes along to my next concert",
            ("calendar.event event-530", "messenger.message msg-1019", "messenger.message msg-1021"),
        ),
        Shown("my next concert with Anton was found", "calendar.event event-530"),
        Shown(
            "it was looked up when my next concert with Anton is",
            ("calendar.event event-530", "mail.message mail-604"),
        ),
        Created(
            "Anton is asked",
            "messenger.message",
            {"conversation": "chat-13", "sender": "person-1"},
            {"text": has_words("pictures")},
        ),
        Created(
            "there is a group with Anton",
            "messenger.conversation",
            {"name": has_words("Boat trip")},
            {"members": ["person-1", "person-40"]},
        ),
        Deleted("'The Weather Station' is off", "calendar.event", "event-530"),
        Answered("the answer has the time of day", TimeOfDay(20, 0)),
    )
