from checkers import GuestView, Score
from checkers.personal import Answered, Changed, Created, Shown, mentions, personal_score
from checkers.values import Name


def check(guest: GuestView) -> Score:
    return personal_score(
        guest,
        Shown("the picture from Blue Heron Inn was found", "feed.post post-63"),
        Shown(
            "the place of the picture of the bean stew was read",
            ("feed.post post-63", "calendar.event event-437"),
        ),
        Changed(
            "'Bean stew at Blue Heron Inn with Hedda. We stayed until t...' is for the followers",
            "feed.post",
            "post-63",
            {"audience": "followers"},
        ),
        Created(
            "the followers can read it",
            "feed.post",
            {"author": "person-1"},
            {
                "text": mentions(Name("Blue Heron Inn, Dunholt", others=["Anchor Pharmacy, Dunholt"])),
                "audience": "followers",
                "topics": ["#smallthings"],
            },
        ),
        Answered("the answer has it", Name("Blue Heron Inn, Dunholt", others=["Anchor Pharmacy, Dunholt"])),
    )
