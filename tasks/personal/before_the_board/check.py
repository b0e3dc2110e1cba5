import re

from checkers import GuestView, Score
from checkers.personal import Created, Shown, has_words, mentions, personal_score
from checkers.values import Date, TimeOfDay

HELMI, OWN_CALENDAR = "h.alderton@postbox.test", "calendar-1"
GUESTS = [
    "klara.ackerby@studio-brandsen.test",
    "r.balthus@studio-brandsen.test",
    "viggo.verhoef@studio-brandsen.test",
]
ROMY, KLARA, VIGGO = "person-4", "person-9", "person-12"
POST = {"channel": "channel-11", "author": "person-1"}


def check(guest: GuestView) -> Score:
    return personal_score(
        guest,
        Shown("Delia's mail about the board was read", "mail.message", "mail-627"),
        Shown("Olive's status was looked up", "people.person", "person-3"),
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
            {"mentions": [ROMY, KLARA, VIGGO]},
        ),
        Created(
            "the post says when, where, and what Delia needs", "team.post", POST, {"text": says_everything}
        ),
    )


def says_everything(text: object) -> bool:
    """Whether a post has the day, the hour, the room, and what is needed how many times."""
    without_mentions = re.sub(r"<@\w+>", "", str(text))
    has_day = has_words("Thursday")(without_mentions) or mentions(Date(2026, 5, 14), given="15 May 2026")(
        without_mentions
    )
    is_whole = has_words("Room 11", "floor plan")(without_mentions)
    has_number = mentions_number(33, without_mentions)
    return has_day and is_whole and has_number and mentions(TimeOfDay(10), given="10:30")(without_mentions)


def mentions_number(number: int, text: str) -> bool:
    """Whether a text has a number in digits."""
    return re.search(rf"\b{number}\b", text) is not None
