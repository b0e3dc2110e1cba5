from checkers import GuestView, Score
from checkers.personal import Changed, Created, Shown, has_words, mentions, personal_score
from checkers.values import Date


def check(guest: GuestView) -> Score:
    return personal_score(
        guest,
        Shown(
            "it was looked up: whoever asked last in the team where the window schedule is",
            "team.post post-605",
        ),
        Shown("it was looked up on which day the next weekly meeting is", "calendar.event event-514"),
        Shown("the next weekly meeting was found", "calendar.event event-514"),
        Created(
            "Pelle is told it in the channel general",
            "team.post",
            {"channel": "channel-1", "author": "person-1", "thread": ""},
            {"mentions": ["person-12"], "text": mentions(Date(2026, 5, 18))},
        ),
        Created(
            "there is a group with Pelle",
            "messenger.conversation",
            {"name": has_words("Lunch orders")},
            {"members": ["person-1", "person-12"]},
        ),
        Changed(
            "'Weekly meeting, 18 May' is declined",
            "calendar.event",
            "event-514",
            {
                "accepted": lambda people: "wiebke.lachlan@postbox.test" not in people,
                "declined": has_words("wiebke.lachlan@postbox.test"),
                "tentative": lambda people: "wiebke.lachlan@postbox.test" not in people,
            },
        ),
    )
