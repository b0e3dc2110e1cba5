from checkers import GuestView, Score
from checkers.personal import Changed, Created, Deleted, Shown, mentions, personal_score
from checkers.values import Date, TimeOfDay

SENT, KERSTIN = "folder-14", "kerstin.wrenfield@studio-brandsen.test"
HELMI, ROMY = "person-1", "person-4"
POST = {"channel": "channel-1", "author": "person-3"}
OTHER_DAYS, OTHER_HOURS = "18 May 2026, 20 May 2026, 11 May 2026", "12:00, 9:30, 10:15"


def check(guest: GuestView) -> Score:
    return personal_score(
        guest,
        Shown("Olive's status was looked up", "people.person", "person-3"),
        Deleted("the weekly meeting of 18 May is gone", "calendar.event", "event-502"),
        Changed(
            "the round is on Thursday 21 May at the same hours",
            "calendar.event",
            "event-535",
            {"starts": "2026-05-21T10:30", "ends": "2026-05-21T12:00"},
        ),
        Created(
            "Kerstin has the new date by mail",
            "mail.message",
            {"folder": SENT, "to": [KERSTIN]},
            {"body": has_new_date},
        ),
        Created(
            "Helmi and Romy are mentioned in the general channel",
            "team.post",
            POST,
            {"mentions": [HELMI, ROMY]},
        ),
        Created("the post has the new date", "team.post", POST, {"text": has_new_date}),
    )


def has_new_date(text: object) -> bool:
    """Whether a text says when the round is now; it may also say when it was to be."""
    return mentions(Date(2026, 5, 21), given=OTHER_DAYS)(text) and mentions(
        TimeOfDay(10, 30), given=OTHER_HOURS
    )(text)
