import datetime

from checkers import GuestView, Score
from checkers.personal import Created, Shown, mentions, personal_score
from checkers.values import Date

WANDA, THREAD, ALOUD, STOP = "person-1", "thread-22", "answer-67", "answer-68"
BOOK = "page-174"
PAGES, READ, A_DAY = 619, 146, 31
TOMORROW = datetime.date(2026, 5, 13)
LAST = TOMORROW + datetime.timedelta(days=-(-(PAGES - READ) // A_DAY) - 1)


def check(guest: GuestView) -> Score:
    return personal_score(
        guest,
        Shown("the thread with the advice was read", f"forum.answer {ALOUD}"),
        Created(
            "the book's page has 28 May as the date",
            "notes.property",
            {"page": BOOK, "name": "Done by"},
            {"value": str(LAST), "kind": "date"},
        ),
        Created(
            "the advice has a reply with the day",
            "forum.answer",
            {"thread": THREAD, "author": WANDA, "answers": ALOUD},
            {"text": mentions(Date(LAST.year, LAST.month, LAST.day), given="13 May 2026; 12 May 2026")},
        ),
        voted("the advice is voted up", ALOUD, "up"),
        voted("the answer that says stop is voted down", STOP, "down"),
    )


def voted(claim: str, answer: str, value: str) -> Created:
    """The claim that Wanda has voted so on an answer to her question."""
    return Created(
        claim, "forum.vote", {"owner": WANDA, "thread": THREAD, "answer": answer}, {"value": value}
    )
