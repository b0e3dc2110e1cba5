from checkers import GuestView, Score
from checkers.personal import Changed, Created, Shown, has_words, mentions, personal_score
from checkers.values import Money


def check(guest: GuestView) -> Score:
    return personal_score(
        guest,
        Shown(
            "what one ticket for my next concert costs was looked up",
            ("mail.message mail-604", "messenger.message msg-1019", "messenger.message msg-1021"),
        ),
        Shown("the mail with the tickets for my next concert was found", "mail.message mail-604"),
        Created(
            "a thread on Kitchen table has it",
            "forum.thread",
            {"author": "person-1", "board": "board-2"},
            {"title": has_words("Good to know"), "text": mentions(Money(15.0, "EUR"))},
        ),
        Created(
            "the followers can read it",
            "feed.post",
            {"author": "person-1"},
            {"text": mentions(Money(15.0, "EUR")), "audience": "followers", "topics": ["#goodtoknow"]},
        ),
        Changed(
            "the mail 'Tickets: The Weather Station' is in the trash",
            "mail.message",
            "mail-604",
            {"folder": "folder-5"},
        ),
    )
