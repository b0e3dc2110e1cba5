from checkers import GuestView, Score
from checkers.personal import Answered, Changed, Created, Deleted, Shown, has_words, personal_score
from checkers.values import TimeOfDay


def check(guest: GuestView) -> Score:
    return personal_score(
        guest,
        Shown(
            "it was looked up: the guest who is not sure yet about our next games evening",
            ("calendar.event event-563", "mail.message mail-704"),
        ),
        Shown(
            "it was looked up when our next games evening is",
            ("calendar.event event-563", "mail.message mail-695"),
        ),
        Shown("our next games evening was found", "calendar.event event-563"),
        Created(
            "Saskia is asked for a call",
            "messenger.message",
            {"conversation": "chat-14", "sender": "person-1"},
            {"text": has_words("call", "tonight")},
        ),
        Changed(
            "the card of Saskia Tarrant is in the group",
            "contacts.card",
            "card-55",
            {"groups": ["Friends", "Summer party"]},
        ),
        Created(
            "'Keep free' is in the calendar Liv",
            "calendar.event",
            {"calendar": "calendar-1", "title": has_words("Keep free")},
            {"starts": has_words("2026-05-30T16:00"), "ends": has_words("2026-05-30", "23:00")},
        ),
        Deleted("'Games evening at ours' is off", "calendar.event", "event-563"),
        Answered("the answer has the time of day", TimeOfDay(16, 0)),
    )
