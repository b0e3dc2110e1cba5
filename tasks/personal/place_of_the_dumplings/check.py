from checkers import GuestView, Score
from checkers.found_values import Found
from checkers.personal import Changed, Shown, mentions, personal_score
from checkers.values import Name


def check(guest: GuestView) -> Score:
    return personal_score(
        guest,
        Shown("the picture from Old Granary was found", "feed.post post-80"),
        Shown(
            "the place of the picture of the dumplings was read",
            ("feed.post post-80", "calendar.event event-527"),
        ),
        Found(
            "the address of the place where my picture of the dumplings in the feed is from was found",
            Name("Bell Street 67", others=["Tanner Street 25"]),
        ),
        Changed(
            "'Dumplings at Old Granary with Runa. Nobody left until the...' has the place",
            "feed.post",
            "post-80",
            {"place": mentions(Name("Bell Street 67", others=["Tanner Street 25"]))},
        ),
    )
