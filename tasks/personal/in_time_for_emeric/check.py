from checkers import GuestView, Score
from checkers.found_values import Found
from checkers.personal import Changed, Created, Shown, has_words, mentions, personal_score
from checkers.values import TimeOfDay

KLARA, OWN, EMERICS_CHAT = "klara.hulst@lettera.test", "calendar-1", "chat-37"
NAME_DAY = "event-527"


def check(guest: GuestView) -> Score:
    return personal_score(
        guest,
        Shown("the name day was found", f"calendar.event {NAME_DAY}"),
        Changed(
            "the name day is accepted",
            "calendar.event",
            NAME_DAY,
            {"accepted": has_words(KLARA), "declined": without_klara, "tentative": without_klara},
        ),
        Found("the train was found", TimeOfDay(16, 39)),
        Created(
            "the train is in the calendar",
            "calendar.event",
            {"calendar": OWN, "title": has_words("T402")},
            {"starts": "2026-05-23T13:52", "ends": "2026-05-23T16:39", "guests": []},
        ),
        Created(
            "Emeric knows the arrival",
            "messenger.message",
            {"conversation": EMERICS_CHAT},
            {"text": mentions(TimeOfDay(16, 39), given="13:52 18:00")},
        ),
    )


def without_klara(people: object) -> bool:
    """Whether Klara is not one of them."""
    return KLARA not in str(people)
