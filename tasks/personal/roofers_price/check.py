import re

from checkers import GuestView, Score
from checkers.personal import Created, Shown, personal_score

ENNA, SENT, ROOFER = "person-1", "folder-2", "j.heddle@heddle-roofing.test"
THREAD, ADVICE = "thread-21", "answer-63"
FAIR, ASKED = 38, 80


def check(guest: GuestView) -> Score:
    return personal_score(
        guest,
        Shown("the roofer's mail was read", "mail.message mail-662"),
        Created(
            "the roofer knows that it is 76 euros at most",
            "mail.message",
            {"folder": SENT, "to": [ROOFER]},
            {"body": offers_twice_the_fair_price},
        ),
        Created(
            "the forum's answer with the fair price is voted up",
            "forum.vote",
            {"owner": ENNA, "thread": THREAD, "answer": ADVICE},
            {"value": "up"},
        ),
        Created(
            "its author has a reply with the roofer's price",
            "forum.answer",
            {"thread": THREAD, "author": ENNA, "answers": ADVICE},
            {"text": names_the_price},
        ),
    )


def offers_twice_the_fair_price(body: object) -> bool:
    return has_number(body, 2 * FAIR)


def names_the_price(text: object) -> bool:
    return has_number(text, ASKED)


def has_number(text: object, number: int) -> bool:
    """Whether a text has this number of euros, with or without cents of zero."""
    return bool(re.search(rf"(?<![\d.,]){number}(?:[.,]00)?(?![\d]|[.,]\d)", str(text)))
