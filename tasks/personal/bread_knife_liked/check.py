from checkers import GuestView, Score
from checkers.personal import Answered, Created, Shown, has_words, mentions, personal_score
from checkers.values import Money


def check(guest: GuestView) -> Score:
    return personal_score(
        guest,
        Shown("the test of the Pemberwick bread knife was found", "feed.post post-85"),
        Shown(
            "the price in the test of the Pemberwick bread knife was read",
            ("feed.post post-85", "messenger.message msg-1048"),
        ),
        Created(
            "'Tested: Pemberwick bread knife, 51.95 euros. I would skip...' is liked",
            "feed.like",
            {"post": "post-85", "person": "person-1"},
            {},
        ),
        Created("Ansel is followed", "feed.follow", {"follower": "person-1", "followed": "person-96"}, {}),
        Created(
            "a thread on Kitchen table has it",
            "forum.thread",
            {"author": "person-1", "board": "board-2"},
            {"title": has_words("A small hint"), "text": mentions(Money(51.95, "EUR"))},
        ),
        Answered("the answer has it", Money(51.95, "EUR")),
    )
