import re

from checkers import GuestView, Score
from checkers.personal import Created, Shown, has_words, personal_score

PRIVATE, NORA = "notebook-3", "chat-1"
PRICE = re.compile(r"(?<!\d)36[.,]95(?!\d)")
LAST_PAGE = 178


def check(guest: GuestView) -> Score:
    return personal_score(
        guest,
        Shown("last year's page was read", "notes.property", "property-27"),
        Created(
            "this year's page has kettle and price",
            "notes.page",
            {"notebook": PRIVATE, "title": has_words("Pelle")},
            {"title": is_this_years, "body": has_kettle, "above": ""},
        ),
        Created(
            "it is for Pelle's birthday this year",
            "notes.property",
            {"name": "For", "page": is_new},
            {"value": "2026-06-25"},
        ),
        Created(
            "Nora is asked about kettle and price",
            "messenger.message",
            {"conversation": NORA},
            {"text": has_kettle},
        ),
    )


def has_kettle(text: object) -> bool:
    return has_words("Pemberwick", "kettle")(text) and bool(PRICE.search(str(text)))


def is_this_years(title: object) -> bool:
    return "2025" not in str(title)


def is_new(page: object) -> bool:
    return int(str(page).removeprefix("page-")) > LAST_PAGE
