from checkers import GuestView, Score
from checkers.personal import Changed, Created, Shown, personal_score


def check(guest: GuestView) -> Score:
    return personal_score(
        guest,
        Shown(
            "who has called the meeting about the brick sample was looked up",
            ("calendar.event event-559", "mail.message mail-686", "mail.message mail-690"),
        ),
        Shown("my next meeting about the brick sample was found", "calendar.event event-559"),
        Changed("the newest post of Selma is pinned", "team.post", "post-650", {"is_pinned": True}),
        Created(
            "there is a channel with Selma",
            "team.channel",
            {"name": "sounding-board"},
            {"members": ["person-1", "person-3"], "is_private": True},
        ),
        Changed(
            "'Meeting: Brick sample, the staircase' has a reminder",
            "calendar.event",
            "event-559",
            {"reminder": 60},
        ),
    )
