from collections.abc import Callable

from checkers import GuestView, Score
from checkers.personal import Changed, Created, Shown, mentions, personal_score
from checkers.values import Money

SENT, ROLAND = "folder-2", "roland.lockyer@lettera.test"
PELLES = """- Roland: paid
- Nele: paid
- Edvin: paid
- Astrid: paid

26 euros each, Pemberwick label printer."""
YORICKS = """- Pelle: open
- Kilian: paid
- Eloise: paid
- Roland: paid

10 euros each, Pemberwick bird feeder."""


def check(guest: GuestView) -> Score:
    return personal_score(
        guest,
        Shown("the list for Pelle was read", "notes.page page-107"),
        Shown("the list for Yorick was read", "notes.page page-25"),
        Changed("Roland has paid on the list for Pelle", "notes.page", "page-107", {"body": says(PELLES)}),
        Changed("104 euros are collected for Pelle", "notes.property", "property-165", {"value": "104"}),
        Changed("Roland has paid on the list for Yorick", "notes.page", "page-25", {"body": says(YORICKS)}),
        Changed("30 euros are collected for Yorick", "notes.property", "property-41", {"value": "30"}),
        Created(
            "Roland has a mail with the sum",
            "mail.message",
            {"folder": SENT, "to": [ROLAND]},
            {"body": mentions(Money(36, "EUR"), given="26 10 euros"), "copies": []},
        ),
    )


def says(expected: str) -> Callable[[object], bool]:
    """Return a test whether a page says this, in upper or lower case."""
    return lambda text: str(text).strip().casefold() == expected.casefold()
