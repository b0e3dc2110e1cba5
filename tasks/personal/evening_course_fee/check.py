from checkers import GuestView, Score
from checkers.personal import Created, Shown, mentions, personal_score
from checkers.values import Money


def check(guest: GuestView) -> Score:
    return personal_score(
        guest,
        Shown(
            "whoever teaches my last evening course was looked up",
            ("mail.message mail-468", "vault.file file-41"),
        ),
        Shown("the fee of my last evening course was looked up", "mail.message mail-468"),
        Created(
            "Dagmar knows it by mail",
            "mail.message",
            {"folder": "folder-2", "to": ["dagmar.finch@postbox.test"]},
            {"body": mentions(Money(81.0, "EUR"))},
        ),
        Created(
            "there is a draft for Dagmar",
            "mail.message",
            {"folder": "folder-3"},
            {"to": ["dagmar.finch@postbox.test"], "body": mentions(Money(81.0, "EUR"))},
        ),
    )
