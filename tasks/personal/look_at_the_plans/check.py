from checkers import GuestView, Score
from checkers.personal import Changed, Created, Shown, has_words, mentions, personal_score
from checkers.values import Name


def check(guest: GuestView) -> Score:
    return personal_score(
        guest,
        Shown("the next visit of Hollin Housing Trust was found", "calendar.event event-527"),
        Shown(
            "it was looked up where the next visit of Hollin Housing Trust is",
            ("calendar.event event-527", "team.post post-608", "team.post post-609"),
        ),
        Shown(
            "who comes from Hollin Housing Trust was looked up",
            ("calendar.event event-527", "mail.message mail-601", "mail.message mail-602"),
        ),
        Changed(
            "'Visit of Hollin Housing Trust' has a reminder", "calendar.event", "event-527", {"reminder": 120}
        ),
        Created(
            "the channel general has it",
            "team.post",
            {"channel": "channel-1", "author": "person-1"},
            {"text": mentions(Name("the small meeting room", others=["the canteen annex"]))},
        ),
        Created(
            "there is a group with Astrid",
            "messenger.conversation",
            {"name": has_words("Site visit")},
            {"members": ["person-1", "person-55"]},
        ),
        Created(
            "Astrid is invited to 'Look at the plans'",
            "calendar.event",
            {"calendar": "calendar-1", "title": has_words("Look at the plans")},
            {
                "starts": has_words("2026-05-15", "14:00"),
                "ends": has_words("2026-05-15", "15:00"),
                "guests": ["astrid.ackerby@hollin-housing-trust.test"],
            },
        ),
    )
