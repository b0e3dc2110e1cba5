from checkers import GuestView, Score
from checkers.personal import Answered, Created, Shown, has_words, personal_score
from checkers.values import TimeOfDay


def check(guest: GuestView) -> Score:
    return personal_score(
        guest,
        Shown(
            "it was looked up: whoever gives the studio visit",
            ("calendar.event event-548", "mail.message mail-632"),
        ),
        Shown(
            "it was looked up when Flora's studio visit is",
            ("calendar.event event-548", "mail.message mail-632", "messenger.message msg-1067"),
        ),
        Created(
            "there is a group with Flora",
            "messenger.conversation",
            {"name": has_words("Saturday walk")},
            {"members": ["person-1", "person-81"]},
        ),
        Created(
            "Flora is asked",
            "messenger.message",
            {"conversation": "chat-5", "sender": "person-1"},
            {"text": has_words("pictures")},
        ),
        Created(
            "'Keep free' is in the calendar Janna",
            "calendar.event",
            {"calendar": "calendar-1", "title": has_words("Keep free")},
            {"starts": has_words("2026-05-18T19:00"), "ends": has_words("2026-05-18", "23:00")},
        ),
        Answered("the answer has the time of day", TimeOfDay(19, 0)),
    )
