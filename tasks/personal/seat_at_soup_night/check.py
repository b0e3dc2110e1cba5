from checkers import GuestView, Score
from checkers.personal import Answered, Created, Shown, has_words, personal_score
from checkers.values import TimeOfDay


def check(guest: GuestView) -> Score:
    return personal_score(
        guest,
        Shown(
            "it was looked up: whoever gives the soup night",
            ("calendar.event event-517", "mail.message mail-623"),
        ),
        Shown("Quentin's invitation to the soup night was found", "mail.message mail-623"),
        Shown(
            "it was looked up when Quentin's soup night is",
            ("calendar.event event-517", "mail.message mail-623", "messenger.message msg-1043"),
        ),
        Created(
            "Quentin is asked",
            "messenger.message",
            {"conversation": "chat-30", "sender": "person-1"},
            {"text": has_words("seat")},
        ),
        Created(
            "the newest message of Quentin has a thumb",
            "messenger.reaction",
            {"message": "msg-649", "person": "person-1"},
            {"emoji": "👍"},
        ),
        Created(
            "the mail 'Please come: soup night on Sunday 17 May' is answered",
            "mail.message",
            {"folder": "folder-2", "thread": "78 2026-04-27T18:26"},
            {"to": ["q.reedmark@hearth.test"], "body": has_words("thank", "late")},
        ),
        Answered("the answer has the time of day", TimeOfDay(15, 0)),
    )
