from checkers import GuestView, Score
from checkers.personal import Answered, Created, Shown, has_words, personal_score
from checkers.values import TimeOfDay


def check(guest: GuestView) -> Score:
    return personal_score(
        guest,
        Shown(
            "it was looked up when Caspar's soup night is",
            ("calendar.event event-552", "mail.message mail-650"),
        ),
        Shown(
            "it was looked up: whoever gives the soup night",
            ("calendar.event event-552", "mail.message mail-650"),
        ),
        Created(
            "'Keep free' is in the calendar Family",
            "calendar.event",
            {"calendar": "calendar-2", "title": has_words("Keep free")},
            {"starts": has_words("2026-06-07T17:00"), "ends": has_words("2026-06-07", "23:00")},
        ),
        Created(
            "the newest message of Caspar has a thumb",
            "messenger.reaction",
            {"message": "msg-948", "person": "person-1"},
            {"emoji": "👍"},
        ),
        Created(
            "Caspar is asked for a call",
            "messenger.message",
            {"conversation": "chat-37", "sender": "person-1"},
            {"text": has_words("call", "tonight")},
        ),
        Answered("the answer has the time of day", TimeOfDay(17, 0)),
    )
