from checkers import GuestView, Score
from checkers.personal import Answered, Created, Shown, mentions, personal_score
from checkers.values import Date, TimeOfDay


def check(guest: GuestView) -> Score:
    return personal_score(
        guest,
        Shown(
            "it was looked up: whoever gives the tasting",
            ("calendar.event event-552", "mail.message mail-679"),
        ),
        Shown(
            "it was looked up when Rasmus's tasting is", ("calendar.event event-552", "mail.message mail-679")
        ),
        Created(
            "there is a draft for Rasmus",
            "mail.message",
            {"folder": "folder-3"},
            {"to": ["rasmus.thackeray@lettera.test"], "body": mentions(Date(2026, 5, 28), TimeOfDay(16, 0))},
        ),
        Created(
            "the newest message of Rasmus has a thumb",
            "messenger.reaction",
            {"message": "msg-1062", "person": "person-1"},
            {"emoji": "👍"},
        ),
        Answered("the answer has the time of day", TimeOfDay(16, 0)),
    )
