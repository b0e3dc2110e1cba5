from checkers import GuestView, Score
from checkers.personal import Created, Shown, personal_score


def check(guest: GuestView) -> Score:
    return personal_score(
        guest,
        Shown("the test of the Pemberwick yoga mat was found", "feed.post post-56"),
        Created(
            "'Tested: Pemberwick yoga mat, 8.50 euros. I would skip the...' is liked",
            "feed.like",
            {"post": "post-56", "person": "person-1"},
            {},
        ),
        Created("Pelle is followed", "feed.follow", {"follower": "person-1", "followed": "person-92"}, {}),
    )
