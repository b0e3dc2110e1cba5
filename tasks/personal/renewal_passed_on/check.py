from checkers import GuestView, Score
from checkers.personal import Changed, Created, Shown, has_words, personal_score


def check(guest: GuestView) -> Score:
    return personal_score(
        guest,
        Shown("the last mail about the price of our Cloud drive was found", "mail.message mail-465"),
        Shown("the page on the contract for Cloud drive was found", "notes.page page-140"),
        Created(
            "Marit has got the mail 'Cloud drive: new price 2026'",
            "mail.message",
            {"folder": "folder-2", "to": ["marit.arkwell@hearth.test"]},
            {
                "body": has_words(
                    "Please keep this", "Contract 49981 for Cloud drive is renewed. From next month it costs"
                )
            },
        ),
        Changed(
            "the page 'Contract: Cloud drive (2026)' is in Private",
            "notes.page",
            "page-140",
            {"notebook": "notebook-3"},
        ),
    )
