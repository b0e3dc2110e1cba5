from checkers import GuestView, Score
from checkers.personal import Changed, Created, Shown, has_words, personal_score


def check(guest: GuestView) -> Score:
    return personal_score(
        guest,
        Shown(
            "it was looked up: whoever moved the meeting on section drawing and the north wing",
            "team.post post-621",
        ),
        Shown(
            "who has called the meeting about the brick sample was looked up",
            ("calendar.event event-559", "mail.message mail-686", "mail.message mail-690"),
        ),
        Shown("my next meeting about the brick sample was found", "calendar.event event-559"),
        Changed("the newest post of Selma is pinned", "team.post", "post-650", {"is_pinned": True}),
        Changed(
            "the card of Selma Holloway is in the group",
            "contacts.card",
            "card-5",
            {"groups": ["Work", "Call back"]},
        ),
        Created(
            "Selma is asked in the channel lunch",
            "team.post",
            {"channel": "channel-3", "author": "person-1"},
            {"mentions": ["person-3"], "text": has_words("noon")},
        ),
        Created(
            "there is a group with Selma",
            "messenger.conversation",
            {"name": has_words("Handover notes")},
            {"members": ["person-1", "person-3"]},
        ),
        Changed(
            "'Meeting: Brick sample, the staircase' is declined",
            "calendar.event",
            "event-559",
            {
                "accepted": lambda people: "liv.wolfsdal@inkwell.test" not in people,
                "declined": has_words("liv.wolfsdal@inkwell.test"),
                "tentative": lambda people: "liv.wolfsdal@inkwell.test" not in people,
            },
        ),
    )
