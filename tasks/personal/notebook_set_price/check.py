from checkers import GuestView, Score
from checkers.personal import Answered, Created, Shown, has_words, personal_score
from checkers.values import Money


def check(guest: GuestView) -> Score:
    return personal_score(
        guest,
        Shown("the newest post in the home feed was found", "feed.post post-77"),
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
        Answered("the answer has it", Money(26.95, "EUR")),
    )
