from checkers import GuestView, Score
from checkers.personal import Answered, Created, Shown, mentions, personal_score
from checkers.values import Money, Name


def check(guest: GuestView) -> Score:
    return personal_score(
        guest,
        Shown("the mail with the tickets for my next train to Dunholt was found", "mail.message mail-616"),
        Shown("what our hotel in Dunholt costs a night was looked up", "mail.message mail-618"),
        Shown("the booking number of our hotel in Dunholt was looked up", "mail.message mail-618"),
        Created(
            "the mail 'Tickets B9795: Brackwater to Dunholt' is answered with it",
            "mail.message",
            {"folder": "folder-2", "thread": "tickets@transit-desk.test 2026-04-25T20:20"},
            {"to": ["tickets@transit-desk.test"], "body": mentions(Money(115.0, "EUR"))},
        ),
        Created(
            "Stellan knows it by mail",
            "mail.message",
            {"folder": "folder-2", "to": ["stellan.quist@lettera.test"]},
            {"body": mentions(Money(115.0, "EUR"))},
        ),
        Answered("the answer has it", Name("H2098", others=["H8788"])),
    )
