from checkers import GuestView, Score
from checkers.personal import Answered, Created, Shown, has_words, personal_score
from checkers.values import Name


def check(guest: GuestView) -> Score:
    return personal_score(
        guest,
        Shown("the thread that was saved last was found", "forum.thread thread-25"),
        Shown('the board of "Castle Park in Brackwater" was looked up', "forum.thread thread-25"),
        Created(
            "an answer in 'Castle Park in Brackwater: when is it quiet?' thanks",
            "forum.answer",
            {"thread": "thread-25", "author": "person-1"},
            {"text": has_words("thanks to all")},
        ),
        Answered("the answer has it", Name("Around town", others=["Home repairs"])),
    )
