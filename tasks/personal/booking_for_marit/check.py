from checkers import GuestView, Score
from checkers.personal import Changed, Created, Shown, has_words, mentions, personal_score
from checkers.values import Name


def check(guest: GuestView) -> Score:
    return personal_score(
        guest,
        Shown("the mail with the tickets for my next concert was found", "mail.message mail-601"),
        Shown("the booking number of the tickets for my next concert was looked up", "mail.message mail-601"),
        Changed(
            "the mail 'Tickets: Three Blind Organs' has a star",
            "mail.message",
            "mail-601",
            {"is_starred": True},
        ),
        Created(
            "the new page 'For later' has it",
            "notes.page",
            {"notebook": "notebook-3", "title": has_words("For later")},
            {"body": mentions(Name("K43384", others=["K72902"]))},
        ),
        Created(
            "there is a draft for Marit",
            "mail.message",
            {"folder": "folder-3"},
            {"to": ["marit.arkwell@hearth.test"], "body": mentions(Name("K43384", others=["K72902"]))},
        ),
    )
