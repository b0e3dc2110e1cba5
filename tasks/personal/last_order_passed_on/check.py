from checkers import GuestView, Score
from checkers.personal import Answered, Created, Shown, has_words, personal_score
from checkers.values import Money


def check(guest: GuestView) -> Score:
    return personal_score(
        guest,
        Shown("the mail that confirms my last order at the corner shop was found", "mail.message mail-645"),
        Shown("the total of my last order at the corner shop was looked up", "mail.message mail-645"),
        Created(
            "Isak has got the mail 'Your order 8909'",
            "mail.message",
            {"folder": "folder-2", "to": ["isak.balthus@postbox.test"]},
            {"body": has_words("For you", "It goes to Tower Street 98, Greyharbour, expected Friday 8 May.")},
        ),
        Answered("the answer has it", Money(76.45, "EUR")),
    )
