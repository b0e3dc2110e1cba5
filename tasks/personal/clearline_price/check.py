from checkers import GuestView, Score
from checkers.personal import Answered, Created, Shown, has_words, mentions, personal_score
from checkers.values import Money


def check(guest: GuestView) -> Score:
    return personal_score(
        guest,
        Shown(
            "the price of Clearline internet was read",
            (
                "notes.page page-8",
                "notes.property property-13",
                "mail.message mail-33",
                "messenger.message msg-70",
                "messenger.message msg-71",
            ),
        ),
        Shown("the page on the contract for Clearline internet was found", "notes.page page-8"),
        Created(
            "the new file 'Loose ends' has it",
            "vault.file",
            {"owner": "person-1", "path": "Loose ends.md"},
            {"text": mentions(Money(37.9, "EUR"))},
        ),
        Created(
            "there is an empty page under 'Contract: Clearline internet (2025)'",
            "notes.page",
            {"above": "page-8", "title": has_words("Ideas")},
            {"body": ""},
        ),
        Answered("the answer has it", Money(37.9, "EUR")),
    )
