from checkers import GuestView, Score
from checkers.personal import Changed, Created, Shown, has_words, mentions, personal_score
from checkers.values import Date

HELMI, VIGGO = "h.alderton@postbox.test", "person-12"
OWN_CALENDAR, GENERAL = "calendar-1", "channel-1"
DAY_OFF = ("off", "leave", "holiday", "free", "birthday", "away", "vacation")
POST = {"channel": GENERAL, "author": "person-1"}


def check(guest: GuestView) -> Score:
    return personal_score(
        guest,
        Shown("the handbook's page on the fire plan was found", "notes.page page-169"),
        Created(
            "the day off is in Helmi's own calendar",
            "calendar.event",
            {"calendar": OWN_CALENDAR, "organiser": HELMI},
            {
                "title": is_day_off,
                "starts": lambda at: "2026-05-18T00:00" <= str(at) <= "2026-05-18T09:00",
                "ends": lambda at: "2026-05-18T16:00" <= str(at) <= "2026-05-19T00:00",
                "guests": [],
            },
        ),
        Changed(
            "the weekly meeting is declined",
            "calendar.event",
            "event-514",
            {
                "accepted": lambda people: HELMI not in people,
                "declined": lambda people: HELMI in people,
                "tentative": lambda people: HELMI not in people,
            },
        ),
        Changed(
            "Helmi's own meeting is on Friday 22 May at the same hours",
            "calendar.event",
            "event-557",
            {"starts": "2026-05-22T15:00", "ends": "2026-05-22T15:45"},
        ),
        Created(
            "who handed the fire plan over is mentioned in the general channel",
            "team.post",
            POST,
            {"mentions": [VIGGO]},
        ),
        Created(
            "the post has the date and the two jobs of a Monday", "team.post", POST, {"text": asks_for_monday}
        ),
    )


def is_day_off(title: object) -> bool:
    """Whether a title says that it is a day off."""
    return any(word in str(title).casefold() for word in DAY_OFF)


def asks_for_monday(text: object) -> bool:
    """Whether a post asks for what is to do on Mondays and not for what is to do on the first of the month."""
    is_whole = has_words("check", "fire plan", "send", "floor plan")(text) and not has_words("brick")(text)
    return is_whole and mentions(Date(2026, 5, 18))(text)
