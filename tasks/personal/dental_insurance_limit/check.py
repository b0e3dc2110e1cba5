from checkers import GuestView, Score
from checkers.personal import Created, Deleted, Shown, has_words, mentions, personal_score
from checkers.values import Money


def check(guest: GuestView) -> Score:
    return personal_score(
        guest,
        Shown('what "Dental insurance 2025" says was read', "vault.file file-25"),
        Shown('the file "Dental insurance 2025" was found', "vault.file file-25"),
        Created(
            "the new page 'On the fridge' has it",
            "notes.page",
            {"notebook": "notebook-1", "title": has_words("On the fridge")},
            {"body": mentions(Money(7000.0, "EUR"))},
        ),
        Created(
            "the new file 'To remember' has it",
            "vault.file",
            {"owner": "person-1", "path": "To remember.md"},
            {"text": mentions(Money(7000.0, "EUR"))},
        ),
        Deleted("the file Papers/Dental insurance 2025.md is gone", "vault.file", "file-25"),
    )
