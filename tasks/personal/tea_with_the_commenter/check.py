from checkers import GuestView, Score
from checkers.personal import Changed, Created, Shown, has_words, mentions, personal_score
from checkers.values import Name


def check(guest: GuestView) -> Score:
    return personal_score(
        guest,
        Shown(
            "who commented last was looked up",
            ("feed.profile profile-26", "feed.notification notification-215", "feed.comment comment-96"),
        ),
        Shown("the mail address of Liam Eckhart was read", "contacts.card card-61"),
        Created(
            "the new file 'Jotted down' has it",
            "vault.file",
            {"owner": "person-1", "path": "Jotted down.md"},
            {"text": mentions(Name("liam.eckhart@hearth.test", others=["delia.maddern@inkwell.test"]))},
        ),
        Changed(
            "the card of Liam Eckhart is in the group",
            "contacts.card",
            "card-61",
            {"groups": ["Friends", "Concert company"]},
        ),
        Created(
            "Liam is invited to 'Tea at ours'",
            "calendar.event",
            {"calendar": "calendar-1", "title": has_words("Tea at ours")},
            {
                "starts": has_words("2026-05-18", "16:00"),
                "ends": has_words("2026-05-18", "17:00"),
                "guests": ["liam.eckhart@hearth.test"],
            },
        ),
    )
