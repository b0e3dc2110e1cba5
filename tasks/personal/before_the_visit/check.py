import re

from checkers import GuestView, Score
from checkers.personal import (
    Created,
    Shown,
    has_words,
    mentions,
    personal_score,
)
from checkers.values import Date, TimeOfDay

HELMI, OWN_CALENDAR = "h.alderton@postbox.test", "calendar-1"
GUESTS = [
    "ilse.knoll@studio-brandsen.test",
    "joanna.ahlgren@studio-brandsen.test",
    "l.anscombe@studio-brandsen.test",
    "r.balthus@studio-brandsen.test",
]
ROMY, LIV, JOANNA, ILSE = "person-4", "person-10", "person-17", "person-18"
POST = {"channel": "channel-10", "author": "person-1"}


def check(guest: GuestView) -> Score:
    return personal_score(
        guest,
        Shown("Noor's visit was looked up", ("calendar.event event-543", "mail.message mail-625")),
        Shown("Olive's status was looked up", "people.person person-3"),
        Created(
            "the meeting is in the calendar with the right guests",
            "calendar.event",
            {"calendar": OWN_CALENDAR, "organiser": HELMI},
            {
                "starts": "2026-05-14T10:00",
                "ends": "2026-05-14T10:30",
                "place": has_words("Room 11"),
                "guests": GUESTS,
            },
        ),
        Created(
            "each guest is mentioned in the project's channel",
            "team.post",
            POST,
            {"mentions": [ROMY, LIV, JOANNA, ILSE]},
        ),
        Created(
            "the post says when and where they meet, and what Noor wants to see and when",
            "team.post",
            POST,
            {"text": says_everything},
        ),
    )


def says_everything(text: object) -> bool:
    """Whether a post has the day, the hour and the room, and what the visit is about and its hour."""
    without_mentions = re.sub(r"<@\w+>", "", str(text))
    has_day = has_words("Thursday")(without_mentions) or mentions(Date(2026, 5, 14), given="15 May 2026")(
        without_mentions
    )
    is_whole = has_words("Room 11", "site report", "north wing")(without_mentions)
    has_hours = mentions(TimeOfDay(10), given="10:30, 15:00, 16:30")(without_mentions) and mentions(
        TimeOfDay(15), given="10:00, 10:30, 16:30"
    )(without_mentions)
    return has_day and is_whole and has_hours
