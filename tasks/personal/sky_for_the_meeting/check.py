from checkers import GuestView, Score
from checkers.found_values import Found
from checkers.personal import Created, Shown, mentions, personal_score
from checkers.values import Name


def check(guest: GuestView) -> Score:
    return personal_score(
        guest,
        Shown(
            "it was looked up: whoever asked last in the team where the anaesthesia log is",
            "team.post post-534",
        ),
        Shown("my next meeting about the dental chart was found", "calendar.event event-547"),
        Found(
            "the sky on the day of my next meeting about the dental chart was found",
            Name("cloudy", others=["sunny"]),
        ),
        Created(
            "Malte is told it in the channel general",
            "team.post",
            {"channel": "channel-1", "author": "person-1", "thread": ""},
            {"mentions": ["person-12"], "text": mentions(Name("cloudy", others=["sunny"]))},
        ),
    )
