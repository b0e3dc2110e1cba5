import re

from checkers import GuestView, Score
from checkers.personal import Created, Shown, has_words, personal_score

WIEBKE, OWN_THREAD, DALIAS_THREAD = "person-1", "thread-20", "thread-26"
FORTY = re.compile(r"(?<!\d)40(?!\d)|\bforty\b", re.IGNORECASE)
OTHERS = re.compile(r"\b(screws?|silicone)\b", re.IGNORECASE)


def check(guest: GuestView) -> Score:
    return personal_score(
        guest,
        Shown("Wiebke's question was looked up", f"forum.thread {OWN_THREAD}"),
        Created(
            "Dalia knows that new washers held for 40 months",
            "forum.answer",
            {"thread": DALIAS_THREAD, "author": WIEBKE},
            {"text": says_washers, "answers": ""},
        ),
        voted("the answer with the longest time is voted up", "answer-61", "up"),
        voted("the answer with five months is voted down", "answer-58", "down"),
        voted("the answer with two months is voted down", "answer-60", "down"),
        Created("Dalia's thread is saved", "forum.saved", {"owner": WIEBKE, "thread": DALIAS_THREAD}, {}),
    )


def voted(claim: str, answer: str, value: str) -> Created:
    """The claim that Wiebke has voted so on an answer to her question."""
    owned = {"owner": WIEBKE, "thread": OWN_THREAD, "answer": answer}
    return Created(claim, "forum.vote", owned, {"value": value})


def says_washers(text: object) -> bool:
    """Whether a text has the part and the months, and no part that others in Dalia's thread name."""
    has_part = has_words("washer")(text) and not OTHERS.search(str(text))
    return has_part and bool(FORTY.search(str(text)))
