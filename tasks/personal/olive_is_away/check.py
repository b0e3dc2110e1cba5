import re

from checkers import GuestView, Score
from checkers.personal import (
    Changed,
    Created,
    Shown,
    has_words,
    mentions,
    personal_score,
)
from checkers.values import Date, TimeOfDay

OLIVE, HELMI = "olive.kestrel@studio-brandsen.test", "h.alderton@postbox.test"
SENT = "folder-14"
POST = {"channel": "channel-1", "author": "person-3"}
OTHER_DAYS, OTHER_HOURS = "18 May 2026, 20 May 2026, 11 May 2026", "10:15"
TOGETHER = re.compile(
    r"\bilse(?: knoll)? (?:and|or|nor|&) (?:romy|viggo)\b"
    r"|\b(?:romy|viggo)(?: balthus| verhoef)? (?:and|or|nor|&) ilse\b"
)


def check(guest: GuestView) -> Score:
    return personal_score(
        guest,
        Shown("Olive's status was looked up", "people.person person-3"),
        Changed(
            "the weekly meeting is on Thursday 21 May at the same hours",
            "calendar.event",
            "event-513",
            {"starts": "2026-05-21T09:30", "ends": "2026-05-21T10:15"},
        ),
        declined("the meeting on the energy certificate is declined", "event-551"),
        declined("the meeting on the load calculation is declined", "event-558"),
        Shown("Ilse's absence was looked up", ("mail.message mail-642", "team.post post-690")),
        Created(
            "Helmi knows by mail that Ilse will not be there",
            "mail.message",
            {"folder": SENT, "to": [HELMI]},
            {"body": names_ilse_alone},
        ),
        Created(
            "Helmi and Romy are mentioned in the general channel",
            "team.post",
            POST,
            {"mentions": ["person-1", "person-4"]},
        ),
        Created("the post has the new date", "team.post", POST, {"text": has_new_date}),
    )


def declined(claim: str, event: str) -> Changed:
    """The claim that Olive has declined an event that is still in her calendar."""
    return Changed(
        claim,
        "calendar.event",
        event,
        {
            "accepted": lambda people: OLIVE not in people,
            "declined": lambda people: OLIVE in people,
            "tentative": lambda people: OLIVE not in people,
        },
    )


def names_ilse_alone(body: object) -> bool:
    """Whether a mail names Ilse and nobody in one breath with her; others may stand in or be there."""
    return has_words("Ilse")(body) and not TOGETHER.search(str(body).casefold())


def has_new_date(text: object) -> bool:
    """Whether a text says when the weekly meeting is now; it may also say when it was to be."""
    return mentions(Date(2026, 5, 21), given=OTHER_DAYS)(text) and mentions(
        TimeOfDay(9, 30), given=OTHER_HOURS
    )(text)
