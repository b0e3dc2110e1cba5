from checkers import GuestView, Score
from checkers.personal import Changed, Created, Deleted, Shown, has_words, mentions, personal_score
from checkers.values import Money


def check(guest: GuestView) -> Score:
    return personal_score(
        guest,
        Shown("the mail with the tickets for Salt and Amber was found", "mail.message mail-627"),
        Shown(
            "what one ticket for Salt and Amber costs was looked up",
            ("mail.message mail-627", "messenger.message msg-1047"),
        ),
        Shown("my concert with Yara was found", "calendar.event event-547"),
        Changed(
            "the mail 'Tickets: Salt and Amber' has a star", "mail.message", "mail-627", {"is_starred": True}
        ),
        Created(
            "a thread on Around town has it",
            "forum.thread",
            {"author": "person-1", "board": "board-3"},
            {"title": has_words("A small hint"), "text": mentions(Money(38.0, "EUR"))},
        ),
        Created(
            "the new file 'Jotted down' has it",
            "vault.file",
            {"owner": "person-1", "path": "Jotted down.md"},
            {"text": mentions(Money(38.0, "EUR"))},
        ),
        Deleted("'Salt and Amber' is off", "calendar.event", "event-547"),
    )
