from checkers import GuestView, Score
from checkers.found_values import Found
from checkers.personal import Created, Shown, has_words, mentions, personal_score
from checkers.values import Name


def check(guest: GuestView) -> Score:
    return personal_score(
        guest,
        Shown("my next appointment with the family doctor was found", "calendar.event event-542"),
        Found(
            "the sky on the day of my next appointment with the family doctor was found",
            Name("cloudy", others=["sunny"]),
        ),
        Created(
            "the new page 'To remember' has it",
            "notes.page",
            {"notebook": "notebook-3", "title": has_words("To remember")},
            {"body": mentions(Name("cloudy", others=["sunny"]))},
        ),
    )
