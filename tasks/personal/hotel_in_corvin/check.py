from checkers import GuestView, Score
from checkers.personal import Answered, Changed, Created, Shown, has_words, mentions, personal_score
from checkers.values import Name


def check(guest: GuestView) -> Score:
    return personal_score(
        guest,
        Shown(
            'what "Corvin 2026-02-07" says was read',
            ("vault.file file-40", "mail.message mail-385", "mail.message mail-387"),
        ),
        Shown("the picture from Glass House was found", "feed.post post-67"),
        Created(
            "a thread on Home repairs has it",
            "forum.thread",
            {"author": "person-1", "board": "board-1"},
            {
                "title": has_words("A small hint"),
                "text": mentions(Name("Lark House", others=["Station Hotel"])),
            },
        ),
        Changed(
            "'Glass House in Corvin: one could stay far too long, Rensk...' is for the followers",
            "feed.post",
            "post-67",
            {"audience": "followers"},
        ),
        Answered("the answer has it", Name("Lark House", others=["Station Hotel"])),
    )
