from checkers import GuestView, Score
from checkers.personal import Changed, Created, Shown, has_words, personal_score


def check(guest: GuestView) -> Score:
    return personal_score(
        guest,
        Shown("the mail about our liability insurance was found", "mail.message mail-609"),
        Shown('the file "Liability insurance 2026" was found', "vault.file file-50"),
        Changed(
            "the mail 'Your liability insurance, policy LI-972688' is unread",
            "mail.message",
            "mail-609",
            {"is_read": False},
        ),
        Created(
            "a new file links to Papers/Liability insurance 2026.md",
            "vault.file",
            {"owner": "person-1", "path": "Reading pile.md"},
            {"text": lambda text: "[[" in text and has_words("Liability insurance 2026")(text)},
        ),
    )
