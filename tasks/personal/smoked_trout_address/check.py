from checkers import GuestView, Score
from checkers.found_values import Found
from checkers.personal import Answered, Shown, personal_score
from checkers.values import Name


def check(guest: GuestView) -> Score:
    return personal_score(
        guest,
        Shown(
            "the place of the picture of the smoked trout was read",
            ("feed.post post-19", "calendar.event event-122"),
        ),
        Found(
            "the address of the place where my picture of the smoked trout in the feed is from was found",
            Name("Orchard Row 33", others=["Foundry Lane 24"]),
        ),
        Answered("the answer has it", Name("Orchard Row 33", others=["Foundry Lane 24"])),
    )
