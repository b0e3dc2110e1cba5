from checkers import GuestView, Score
from checkers.personal import Created, Shown, mentions, personal_score
from checkers.values import Money


def check(guest: GuestView) -> Score:
    return personal_score(
        guest,
        Shown(
            "the price in the test of the Ostrel bird feeder was read",
            ("feed.post post-38", "messenger.message msg-460"),
        ),
        Created(
            "Gideon knows it by mail",
            "mail.message",
            {"folder": "folder-2", "to": ["gideon.elmhurst@lettera.test"]},
            {"body": mentions(Money(58.95, "EUR"))},
        ),
        Created(
            "the followers can read it",
            "feed.post",
            {"author": "person-1"},
            {"text": mentions(Money(58.95, "EUR")), "audience": "followers", "topics": ["#worthreading"]},
        ),
    )
