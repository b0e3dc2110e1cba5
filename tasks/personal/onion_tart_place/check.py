from checkers import GuestView, Score
from checkers.personal import Answered, Created, Shown, mentions, personal_score
from checkers.values import Name


def check(guest: GuestView) -> Score:
    return personal_score(
        guest,
        Shown(
            "the place of the picture of the onion tart was read",
            ("feed.post post-22", "calendar.event event-136"),
        ),
        Created(
            "the followers can read it",
            "feed.post",
            {"author": "person-1"},
            {
                "text": mentions(
                    Name("Blue Heron Inn, Greyharbour", others=["Bridge Pharmacy, Greyharbour"])
                ),
                "audience": "followers",
                "topics": ["#askme"],
            },
        ),
        Answered(
            "the answer has it", Name("Blue Heron Inn, Greyharbour", others=["Bridge Pharmacy, Greyharbour"])
        ),
    )
