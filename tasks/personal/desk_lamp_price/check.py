from checkers import GuestView, Score
from checkers.personal import Created, Shown, has_words, mentions, personal_score
from checkers.values import Money


def check(guest: GuestView) -> Score:
    return personal_score(
        guest,
        Shown(
            "the price in the test of the Ostrel desk lamp was read",
            ("feed.post post-68", "messenger.message msg-815"),
        ),
        Created(
            "the followers can read it",
            "feed.post",
            {"author": "person-1"},
            {"text": mentions(Money(69.5, "EUR")), "audience": "followers", "topics": ["#worthreading"]},
        ),
        Created(
            "a thread on Kitchen table has it",
            "forum.thread",
            {"author": "person-1", "board": "board-2"},
            {"title": has_words("What I found"), "text": mentions(Money(69.5, "EUR"))},
        ),
    )
