from checkers import GuestView, Score
from checkers.personal import Answered, Created, Shown, mentions, personal_score
from checkers.values import Name


def check(guest: GuestView) -> Score:
    return personal_score(
        guest,
        Shown(
            "the place of the picture of the pickled beans was read",
            ("feed.post post-6", "calendar.event event-52"),
        ),
        Created(
            "there is a draft for Gideon",
            "mail.message",
            {"folder": "folder-3"},
            {
                "to": ["gideon.elmhurst@lettera.test"],
                "body": mentions(Name("The Copper Ladle, Brackwater", others=["Blue Heron Inn, Brackwater"])),
            },
        ),
        Answered(
            "the answer has it", Name("The Copper Ladle, Brackwater", others=["Blue Heron Inn, Brackwater"])
        ),
    )
