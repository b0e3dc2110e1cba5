from checkers import GuestView, Score
from checkers.personal import Created, Shown, has_words, mentions, personal_score
from checkers.values import Name


def check(guest: GuestView) -> Score:
    return personal_score(
        guest,
        Shown(
            'what "Corvin 2026-02-07" says was read',
            ("vault.file file-39", "mail.message mail-413", "mail.message mail-415"),
        ),
        Created(
            "a thread on Kitchen table has it",
            "forum.thread",
            {"author": "person-1", "board": "board-2"},
            {
                "title": has_words("A small hint"),
                "text": mentions(Name("Station Hotel", others=["Hotel Meridian"])),
            },
        ),
        Created(
            "the new page 'Not to forget' has it",
            "notes.page",
            {"notebook": "notebook-3", "title": has_words("Not to forget")},
            {"body": mentions(Name("Station Hotel", others=["Hotel Meridian"]))},
        ),
    )
