from checkers import GuestView, Score
from checkers.personal import Changed, Created, Deleted, Shown, has_words, mentions, personal_score
from checkers.values import Money


def check(guest: GuestView) -> Score:
    return personal_score(
        guest,
        Shown('the file "Granary hall" was found', "vault.file file-26"),
        Shown("the budget of Granary hall for site report was read", "notes.page page-77"),
        Shown("the open points of Granary hall were found", "notes.page page-81"),
        Changed(
            "the file Projects/Granary hall.md is in Old",
            "vault.file",
            "file-26",
            {"path": has_words("Old", "Granary hall.md")},
        ),
        Created(
            "the new file 'Loose ends' has it",
            "vault.file",
            {"owner": "person-1", "path": "Loose ends.md"},
            {"text": mentions(Money(3465.0, "EUR"))},
        ),
        Created(
            "the new page 'Open questions' has it",
            "notes.page",
            {"notebook": "notebook-2", "title": has_words("Open questions")},
            {"body": mentions(Money(3465.0, "EUR"))},
        ),
        Deleted("the page 'Granary hall: open points' is gone", "notes.page", "page-81"),
    )
