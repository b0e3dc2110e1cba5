from checkers import GuestView, Score
from checkers.personal import Answered, Changed, Shown, personal_score
from checkers.values import Number


def check(guest: GuestView) -> Score:
    return personal_score(
        guest,
        Shown("the last mail about the price of our Cloud drive was found", "mail.message mail-382"),
        Shown(
            "the number of our contract for Cloud drive was looked up",
            ("mail.message mail-382", "notes.page page-104"),
        ),
        Changed(
            "the mail 'Cloud drive: your contract 2025' has a star",
            "mail.message",
            "mail-382",
            {"is_starred": True},
        ),
        Answered("the answer has it", Number(93200)),
    )
