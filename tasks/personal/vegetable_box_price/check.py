from checkers import GuestView, Score
from checkers.personal import Changed, Created, Shown, has_words, mentions, personal_score
from checkers.values import Money


def check(guest: GuestView) -> Score:
    return personal_score(
        guest,
        Shown(
            "the price of Vegetable box was read",
            (
                "notes.page page-53",
                "notes.property property-83",
                "mail.message mail-179",
                "messenger.message msg-334",
                "messenger.message msg-335",
            ),
        ),
        Shown("the page on the contract for Vegetable box was found", "notes.page page-53"),
        Created(
            "the new page 'Loose ends' has it",
            "notes.page",
            {"notebook": "notebook-3", "title": has_words("Loose ends")},
            {"body": mentions(Money(35.4, "EUR"))},
        ),
        Changed(
            "the page 'Contract: Vegetable box (2025)' is in Private",
            "notes.page",
            "page-53",
            {"notebook": "notebook-3"},
        ),
    )
