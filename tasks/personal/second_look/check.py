from checkers import GuestView, Score
from checkers.personal import Created, Shown, mentions, personal_score
from checkers.values import TimeOfDay


def check(guest: GuestView) -> Score:
    return personal_score(
        guest,
        Shown(
            "it was looked up: whoever moved the meeting on lambing log with the evening surgery",
            "team.post post-597",
        ),
        Shown(
            "the new time of the meeting on Lambing log with the evening surgery was looked up",
            ("team.post post-597", "calendar.event event-522"),
        ),
        Created(
            "there is a channel with Benno",
            "team.channel",
            {"name": "second-look"},
            {"members": ["person-1", "person-3"], "is_private": True},
        ),
        Created(
            "Benno is told it in the channel general",
            "team.post",
            {"channel": "channel-1", "author": "person-1", "thread": ""},
            {"mentions": ["person-3"], "text": mentions(TimeOfDay(14, 0))},
        ),
        Created(
            "the new file 'Loose ends' has it",
            "vault.file",
            {"owner": "person-1", "path": "Loose ends.md"},
            {"text": mentions(TimeOfDay(14, 0))},
        ),
    )
