from checkers import GuestView, Score
from checkers.personal import Created, Shown, has_words, mentions, personal_score
from checkers.values import Money


def check(guest: GuestView) -> Score:
    return personal_score(
        guest,
        Shown("the test of the Lindqvar yoga mat was found", "feed.post post-75"),
        Shown(
            "the price in the test of the Lindqvar yoga mat was read",
            ("feed.post post-75", "messenger.message msg-973"),
        ),
        Created(
            "a comment praises 'Tested: Lindqvar yoga mat, 59.95 euros. I would skip the ...'",
            "feed.comment",
            {"post": "post-75", "author": "person-1"},
            {"text": has_words("Well done")},
        ),
        Created(
            "a thread on Around town has it",
            "forum.thread",
            {"author": "person-1", "board": "board-3"},
            {"title": has_words("Good to know"), "text": mentions(Money(59.95, "EUR"))},
        ),
    )
