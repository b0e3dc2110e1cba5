import re

from checkers import GuestView, Score
from checkers.personal import Changed, Created, Deleted, Shown, has_words, personal_score

HELMI, SIGNE = "person-1", "chat-40"
THREAD, ADVICE = "thread-15", "answer-41"
OLD = "We have 35 kilos of walnut in the kitchen. Not again salad, please; what keeps until winter?"
DRYING = re.compile(r"\bdr(y|ied|ying)\b", re.IGNORECASE)
SETTLED = ("settled", "solved", "resolved", "done", "closed", "answered", "worked")


def check(guest: GuestView) -> Score:
    return personal_score(
        guest,
        Shown("what Helmi asked Signe was read", "messenger.message msg-670"),
        Created(
            "the advice has Helmi's vote",
            "forum.vote",
            {"owner": HELMI, "thread": THREAD, "answer": ADVICE},
            {"value": "up"},
        ),
        Created(
            "its author has a reply",
            "forum.answer",
            {"thread": THREAD, "answers": ADVICE, "author": HELMI},
            {"text": has_words("Easter")},
        ),
        Changed("the question says that it is settled", "forum.thread", THREAD, {"text": is_added_to}),
        Deleted("the thread is no longer saved", "forum.saved", "saved-10"),
        Created(
            "Signe knows which advice it was",
            "messenger.message",
            {"conversation": SIGNE},
            {"text": is_about_drying},
        ),
    )


def is_added_to(text: object) -> bool:
    """Whether the old text is still there, and something that says that it is settled."""
    before, old, after = str(text).partition(OLD)
    return bool(old) and any(has_words(word)(f"{before} {after}") for word in SETTLED)


def is_about_drying(text: object) -> bool:
    return bool(DRYING.search(str(text)))
