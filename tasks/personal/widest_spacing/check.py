from checkers import GuestView, Score
from checkers.personal import Created, Shown, has_words, mentions, personal_score
from checkers.values import Number

KLARA, HOUSEHOLD = "person-1", "notebook-1"
PLUM, WIDEST = "thread-12", "answer-36"


def check(guest: GuestView) -> Score:
    return personal_score(
        guest,
        Shown("the advice about the plum was read", f"forum.answer {WIDEST}"),
        Created(
            "the page has the distance and the name",
            "notes.page",
            {"notebook": HOUSEHOLD, "title": has_words("plum")},
            {"body": names_it, "above": ""},
        ),
        Created(
            "the reply repeats the distance",
            "forum.answer",
            {"thread": PLUM, "author": KLARA},
            {"answers": WIDEST, "text": mentions(Number(24))},
        ),
    )


def names_it(body: object) -> bool:
    """Whether a page has the distance, and whose it is: by name or by handle."""
    return mentions(Number(24), given="67 seeds")(body) and has_words("bastian")(body)
