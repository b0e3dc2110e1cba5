import re

from checkers import GuestView, Score
from checkers.personal import Answered, Created, has_words, personal_score
from checkers.values import Money, Name

OWN, ENNA, SIGNE = "calendar-1", "chat-35", "chat-40"
LEAVES = re.compile(r"(?<!\d)0?6[:.h ]?24(?!\d)|twenty-four (minutes )?past six", re.IGNORECASE)
OTHER_TRAINS = re.compile(r"(?<!\d)(9[:.]52|12[:.]16|15[:.]52)(?!\d)")
PRICES = "EUR 80.50, 68.50 euros, 137 euros, 2 seats, 2"
TRAIN = Name("T360", others=["T361", "T362", "T363"], pattern=r"\bT\d{2,3}\b")


def check(guest: GuestView) -> Score:
    return personal_score(
        guest,
        Created(
            "the train is in the calendar, with Enna as guest",
            "calendar.event",
            {"calendar": OWN, "title": is_named},
            {
                "starts": "2026-05-17T06:24",
                "ends": "2026-05-17T10:20",
                "guests": ["enna.lockyer@hearth.test"],
            },
        ),
        Created("Enna knows when it leaves", "messenger.message", {"conversation": ENNA}, {"text": has_time}),
        Created(
            "Signe knows when it leaves", "messenger.message", {"conversation": SIGNE}, {"text": has_time}
        ),
        Answered("the answer has the train", TRAIN, given="T363"),
        Answered("it has the price for both", Money(161, "EUR"), given=PRICES),
    )


def is_named(title: object) -> bool:
    return any(has_words(word)(title) for word in ("train", "T36", "Farrowgate", "Aldmere", "home"))


def has_time(text: object) -> bool:
    return bool(LEAVES.search(str(text))) and not OTHER_TRAINS.search(str(text))
