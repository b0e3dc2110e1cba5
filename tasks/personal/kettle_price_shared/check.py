from checkers import GuestView, Score
from checkers.personal import Created, Shown, mentions, personal_score
from checkers.values import Money


def check(guest: GuestView) -> Score:
    return personal_score(
        guest,
        Shown(
            "the price in the test of the Pemberwick kettle was read",
            ("feed.post post-34", "messenger.message msg-453"),
        ),
        Shown("the test of the Pemberwick kettle was found", "feed.post post-34"),
        Created(
            "the new file 'Jotted down' has it",
            "vault.file",
            {"owner": "person-1", "path": "Jotted down.md"},
            {"text": mentions(Money(36.95, "EUR"))},
        ),
        Created(
            "the followers can read it",
            "feed.post",
            {"author": "person-1"},
            {"text": mentions(Money(36.95, "EUR")), "audience": "followers", "topics": ["#kitchennotes"]},
        ),
        Created("Corin is followed", "feed.follow", {"follower": "person-1", "followed": "person-92"}, {}),
    )
