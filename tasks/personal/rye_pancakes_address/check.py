from checkers import GuestView, Score
from checkers.found_values import Found
from checkers.personal import Answered, Changed, Created, Shown, has_words, mentions, personal_score
from checkers.values import Name


def check(guest: GuestView) -> Score:
    return personal_score(
        guest,
        Shown("the picture from Blue Heron Inn was found", "feed.post post-74"),
        Shown(
            "the place of the picture of the rye pancakes was read",
            ("feed.post post-74", "calendar.event event-486"),
        ),
        Found(
            "the address of the place where my picture of the rye pancakes in the feed is from was found",
            Name("Bell Street 63", others=["Foundry Lane 70"]),
        ),
        Changed(
            "'Rye pancakes at Blue Heron Inn. We stayed until they put ...' has the topic",
            "feed.post",
            "post-74",
            {"topics": ["#dunholt", "#restaurant", "#goodtoknow"]},
        ),
        Created(
            "the new page 'On the fridge' has it",
            "notes.page",
            {"notebook": "notebook-1", "title": has_words("On the fridge")},
            {"body": mentions(Name("Bell Street 63", others=["Foundry Lane 70"]))},
        ),
        Answered("the answer has it", Name("Bell Street 63", others=["Foundry Lane 70"])),
    )
