from checkers import GuestView, Score
from checkers.personal import Answered, Created, Deleted, Shown, has_words, mentions, personal_score
from checkers.values import Money


def check(guest: GuestView) -> Score:
    return personal_score(
        guest,
        Shown("what my next train to Dunholt and back costs in all was looked up", "mail.message mail-622"),
        Shown("the mail with the tickets for my next train to Dunholt was found", "mail.message mail-622"),
        Shown("our train to Dunholt was found", "calendar.event event-528"),
        Created(
            "the new file 'To keep' has it",
            "vault.file",
            {"owner": "person-1", "path": "Notes/To keep.md"},
            {"text": mentions(Money(168.0, "EUR"))},
        ),
        Created(
            "the mail 'Tickets B5989: Corvin to Dunholt' is answered",
            "mail.message",
            {"folder": "folder-2", "thread": "tickets@transit-desk.test 2026-04-27T07:33"},
            {"to": ["tickets@transit-desk.test"], "body": has_words("thank", "tickets", "saved")},
        ),
        Deleted("'T170 Corvin to Dunholt' is off", "calendar.event", "event-528"),
        Answered("the answer has it", Money(168.0, "EUR")),
    )
