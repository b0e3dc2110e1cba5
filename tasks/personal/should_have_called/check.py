import re

from checkers import GuestView, Score
from checkers.personal import Created, Shown, has_words, personal_score

HELMI, OWN, VESNA = "person-1", "calendar-1", "chat-27"
PICTURE = "post-83"
DAY = re.compile(r"\b23(rd)?\b|\btwenty[- ]third\b", re.IGNORECASE)
OTHER_MONTHS = re.compile(r"\b(april|june|july|august)\b|[-.]0?[4678]\b", re.IGNORECASE)
ELEVEN = re.compile(r"\b11\b|\beleven\b", re.IGNORECASE)


def check(guest: GuestView) -> Score:
    return personal_score(
        guest,
        Shown("the comment was read", "feed.comment comment-95"),
        Created(
            "the museum is in the calendar, with Vesna as guest",
            "calendar.event",
            {"calendar": OWN, "title": is_named},
            {
                "starts": "2026-05-23T11:00",
                "ends": "2026-05-23T13:00",
                "guests": ["vesna.lundmark@lettera.test"],
                "place": has_words("Museum", "Greyharbour"),
            },
        ),
        Created(
            "the date is under the picture",
            "feed.comment",
            {"post": PICTURE, "author": HELMI},
            {"text": has_day},
        ),
        Created(
            "Vesna has day and time in the messenger",
            "messenger.message",
            {"conversation": VESNA},
            {"text": has_day_and_time},
        ),
    )


def is_named(title: object) -> bool:
    return any(has_words(word)(title) for word in ("museum", "Greyharbour", "Vesna"))


def has_day(text: object) -> bool:
    return bool(DAY.search(str(text))) and not OTHER_MONTHS.search(str(text))


def has_day_and_time(text: object) -> bool:
    return has_day(text) and bool(ELEVEN.search(str(text)))
