from checkers import GuestView, Score
from checkers.personal import Answered, Created, Shown, has_words, personal_score
from checkers.values import Name


def check(guest: GuestView) -> Score:
    return personal_score(
        guest,
        Shown('the question "Leek in the shade" was found', "forum.thread thread-17"),
        Shown('the board of "Leek in the shade" was looked up', "forum.thread thread-17"),
        Created(
            "an answer in 'Leek in the shade: too late?' thanks",
            "forum.answer",
            {"thread": "thread-17", "author": "person-1"},
            {"text": has_words("I will try that")},
        ),
        Answered("the answer has it", Name("Growing things", others=["Home repairs"])),
    )
