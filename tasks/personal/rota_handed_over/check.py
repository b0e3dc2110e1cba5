from checkers import GuestView, Score
from checkers.personal import Changed, Created, Shown, has_words, personal_score


def check(guest: GuestView) -> Score:
    return personal_score(
        guest,
        Shown("who handed the rota over was looked up", ("mail.message mail-167", "notes.page page-50")),
        Shown(
            "who stands in for Hanno was looked up",
            ("calendar.event event-521", "mail.message mail-578", "team.post post-577"),
        ),
        Shown(
            "it was looked up: the colleague who sees to the room for the next visit of Bruun Kennels",
            "team.post post-598",
        ),
        Created(
            "there is a channel with Alba",
            "team.channel",
            {"name": "june-planning"},
            {"members": ["person-1", "person-9"], "is_private": True},
        ),
        Changed(
            "the card of Alba Whitlock is in the group",
            "contacts.card",
            "card-17",
            {"groups": ["Work", "Visitors in June"]},
        ),
        Created(
            "Alba is invited to 'Quick handover'",
            "calendar.event",
            {"calendar": "calendar-1", "title": has_words("Quick handover")},
            {
                "starts": has_words("2026-05-15", "10:15"),
                "ends": has_words("2026-05-15", "10:45"),
                "guests": ["alba.whitlock@brookham-veterinary-practice.test"],
            },
        ),
        Created(
            "Alba is asked in the channel lunch",
            "team.post",
            {"channel": "channel-3", "author": "person-1"},
            {"mentions": ["person-9"], "text": has_words("menu")},
        ),
        Changed(
            "Alba is in the channel herd-check",
            "team.channel",
            "channel-9",
            {
                "members": [
                    "person-1",
                    "person-4",
                    "person-11",
                    "person-8",
                    "person-10",
                    "person-3",
                    "person-9",
                ]
            },
        ),
    )
