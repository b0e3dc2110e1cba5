from checkers import GuestView, Score
from checkers.personal import Created, Shown, mentions, personal_score
from checkers.values import Date


def check(guest: GuestView) -> Score:
    return personal_score(
        guest,
        Shown("the open points of Exchange visit were found", "notes.page page-76"),
        Shown("the due day of Exchange visit was read", "notes.property property-118"),
        Shown("who leads Exchange visit was read", ("notes.property property-116", "vault.file file-25")),
        Created(
            "'Exchange visit: open points' has a tick at Sorted out",
            "notes.property",
            {"page": "page-76", "name": "Sorted out"},
            {"value": "true"},
        ),
        Created(
            "the channel exchange-visit has it",
            "team.post",
            {"channel": "channel-8", "author": "person-1"},
            {"text": mentions(Date(2026, 1, 3))},
        ),
        Created(
            "there is a draft for Knut",
            "mail.message",
            {"folder": "folder-3"},
            {"to": ["k.lomas@ferrow-college.test"], "body": mentions(Date(2026, 1, 3))},
        ),
    )
