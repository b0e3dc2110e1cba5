from checkers import GuestView, Score
from checkers.personal import Answered, Created, Shown, mentions, personal_score
from checkers.values import Money


def check(guest: GuestView) -> Score:
    return personal_score(
        guest,
        Shown('the question "The brake cable rattles" was found', "forum.thread thread-21"),
        Shown('the sum in the answers to "The brake cable rattles" was read', "forum.answer answer-63"),
        Created(
            "there is a vote on 'The brake cable rattles: mend or replace?'",
            "forum.vote",
            {"owner": "person-1", "thread": "thread-21", "answer": ""},
            {"value": "up"},
        ),
        Created(
            "the new file 'This month' has it",
            "vault.file",
            {"owner": "person-1", "path": "This month.md"},
            {"text": mentions(Money(71.0, "EUR"))},
        ),
        Answered("the answer has it", Money(71.0, "EUR")),
    )
