from checkers import GuestView, Score
from checkers.found_values import Found
from checkers.personal import Changed, Created, Shown, has_words, mentions, personal_score
from checkers.values import Money


def check(guest: GuestView) -> Score:
    return personal_score(
        guest,
        Shown("the page on the present for Wanda Hemsworth was found", "notes.page page-159"),
        Shown(
            "the idea for Wanda Hemsworth was read",
            ("notes.page page-159", "messenger.message msg-991", "messenger.message msg-992"),
        ),
        Found(
            "the price of the present that my latest page has for Wanda's birthday was found",
            Money(10.0, "EUR"),
        ),
        Changed(
            "the page 'Present for Wanda Hemsworth, 2026' has another title",
            "notes.page",
            "page-159",
            {"title": has_words("Old notes")},
        ),
        Created(
            "the new file 'To keep' has it",
            "vault.file",
            {"owner": "person-1", "path": "Notes/To keep.md"},
            {"text": mentions(Money(10.0, "EUR"))},
        ),
        Created(
            "the new page 'This month' has it",
            "notes.page",
            {"notebook": "notebook-1", "title": has_words("This month")},
            {"body": mentions(Money(10.0, "EUR"))},
        ),
    )
