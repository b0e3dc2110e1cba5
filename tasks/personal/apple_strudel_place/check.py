from checkers import GuestView, Score
from checkers.found_values import Found
from checkers.personal import Answered, Created, Shown, has_words, mentions, personal_score
from checkers.values import Name


def check(guest: GuestView) -> Score:
    return personal_score(
        guest,
        Shown(
            "the place of the picture of the apple strudel was read",
            ("feed.post post-70", "calendar.event event-488"),
        ),
        Found(
            "the address of the place where my picture of the apple strudel in the feed is from was found",
            Name("Orchard Row 33", others=["Foundry Lane 24"]),
        ),
        Created(
            "a thread on Kitchen table has it",
            "forum.thread",
            {"author": "person-1", "board": "board-2"},
            {
                "title": has_words("Good to know"),
                "text": mentions(Name("Juniper Table, Farrowgate", others=["Blue Heron Inn, Farrowgate"])),
            },
        ),
        Created(
            "the new page 'House and garden' has it",
            "notes.page",
            {"notebook": "notebook-1", "title": has_words("House and garden")},
            {"body": mentions(Name("Orchard Row 33", others=["Foundry Lane 24"]))},
        ),
        Answered(
            "the answer has it", Name("Juniper Table, Farrowgate", others=["Blue Heron Inn, Farrowgate"])
        ),
    )
