from checkers import GuestView, Score
from checkers.personal import Created, Deleted, Shown, has_words, personal_score

KLARA = "person-1"
LEEK, LONGEST = "thread-15", "answer-47"


def check(guest: GuestView) -> Score:
    return personal_score(
        guest,
        Shown("the answer that keeps longest was read", f"forum.answer {LONGEST}"),
        Created(
            "that answer has Klara's vote",
            "forum.vote",
            {"owner": KLARA, "thread": LEEK, "answer": LONGEST},
            {"value": "up"},
        ),
        Created(
            "its author is thanked below it",
            "forum.answer",
            {"thread": LEEK, "author": KLARA, "answers": LONGEST},
            {"text": has_words("thank")},
        ),
        Deleted("its thread is saved no more", "forum.saved", "saved-7"),
    )
