from checkers import GuestView, Score
from checkers.personal import Created, Shown, has_words, mentions, personal_score
from checkers.values import Money


def check(guest: GuestView) -> Score:
    return personal_score(
        guest,
        Shown("the test of the Lindqvar notebook set was found", "feed.post post-77"),
        Shown(
            "the price in the test of the Lindqvar notebook set was read",
            ("feed.post post-77", "messenger.message msg-979"),
        ),
        Created(
            "a comment praises 'Tested: Lindqvar notebook set, 26.95 euros. I would skip ...'",
            "feed.comment",
            {"post": "post-77", "author": "person-1"},
            {"text": has_words("How lovely")},
        ),
        Created(
            "a thread on Home repairs has it",
            "forum.thread",
            {"author": "person-1", "board": "board-1"},
            {"title": has_words("What I found"), "text": mentions(Money(26.95, "EUR"))},
        ),
        Created(
            "the followers can read it",
            "feed.post",
            {"author": "person-1"},
            {"text": mentions(Money(26.95, "EUR")), "audience": "followers", "topics": ["#worthreading"]},
        ),
    )
