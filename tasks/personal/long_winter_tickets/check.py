from checkers import GuestView, Score
from checkers.personal import Changed, Created, Shown, has_words, mentions, personal_score
from checkers.values import Money


def check(guest: GuestView) -> Score:
    return personal_score(
        guest,
        Shown(
            "what one ticket for The Long Winter costs was looked up",
            ("mail.message mail-663", "messenger.message msg-1059"),
        ),
        Shown("the mail with the tickets for The Long Winter was found", "mail.message mail-663"),
        Created(
            "a thread on Kitchen table has it",
            "forum.thread",
            {"author": "person-1", "board": "board-2"},
            {"title": has_words("A small hint"), "text": mentions(Money(47.0, "EUR"))},
        ),
        Changed(
            "the mail 'Tickets: The Long Winter' is in the trash",
            "mail.message",
            "mail-663",
            {"folder": "folder-5"},
        ),
    )
