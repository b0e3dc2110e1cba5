import re

from checkers import GuestView, Score
from checkers.personal import Changed, Created, Deleted, Shown, has_words, personal_score

LIAM, FOOTREST_TEST = "person-1", "post-13"
FOOTREST = "Idea: Lindqvar footrest, 60.00 euros. Paper: blue. Before: a teapot."
RAIN_GAUGE = "Plan: Pemberwick rain gauge, 25.50 euros. Wrapped in: newspaper. Before: gloves."
ROSA = re.compile(r"\brosa\b|ro_arkwell|\barkwell\b", re.IGNORECASE)
ROMY = re.compile(r"\bromy\b|romy_grimsdal52|\bgrimsdal\b", re.IGNORECASE)
MEND = re.compile(r"\b(mend|repair|fix|cure|remed|stop|quiet)", re.IGNORECASE)
OTHER_FAULT = {"noise": "colour", "colour": "noise"}


def check(guest: GuestView) -> Score:
    return personal_score(
        guest,
        Shown("the test of the rain gauge was found", "feed.post post-74"),
        noted("the page on the footrest has Rosa and the noise", "page-119", FOOTREST, ROSA, "noise"),
        noted("the page on the rain gauge has Romy and the colour", "page-124", RAIN_GAUGE, ROMY, "colour"),
        Created(
            "the question about the noise is under the test of the footrest",
            "feed.comment",
            {"post": FOOTREST_TEST, "author": LIAM},
            {"text": asks},
        ),
        Deleted("the like of the other test is taken back", "feed.like", "like-152"),
    )


def noted(claim: str, page: str, old: str, tester: re.Pattern[str], fault: str) -> Changed:
    """The claim that a page has its old text, and beside it the tester and the fault, and not the other's."""

    def is_added(body: object) -> bool:
        before, kept, after = str(body).partition(old)
        added = f"{before}\n{after}"
        is_right = has_words(fault)(added) and not has_words(OTHER_FAULT[fault])(added)
        return bool(kept) and is_right and bool(tester.search(added))

    return Changed(claim, "notes.page", page, {"body": is_added})


def asks(text: object) -> bool:
    """Whether a text asks about mending, or about the noise."""
    asks_about_it = bool(MEND.search(str(text))) or has_words("noise", "?")(text)
    return asks_about_it and not has_words("colour")(text)
