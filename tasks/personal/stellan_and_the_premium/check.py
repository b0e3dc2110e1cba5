from checkers import GuestView, Score
from checkers.personal import Changed, Created, Shown, mentions, personal_score
from checkers.values import Money


def check(guest: GuestView) -> Score:
    return personal_score(
        guest,
        Shown("the mail about our legal insurance was found", "mail.message mail-23"),
        Shown(
            "what our legal insurance costs a year was looked up",
            ("mail.message mail-23", "vault.file file-3"),
        ),
        Changed(
            "the mail 'Your legal insurance, policy LE-432419' has a star",
            "mail.message",
            "mail-23",
            {"is_starred": True},
        ),
        Created(
            "Stellan knows it by mail",
            "mail.message",
            {"folder": "folder-2", "to": ["stellan.quist@lettera.test"]},
            {"body": mentions(Money(93.0, "EUR"))},
        ),
    )
