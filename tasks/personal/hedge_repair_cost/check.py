from checkers import GuestView, Score
from checkers.personal import Answered, Created, Shown, mentions, personal_score
from checkers.values import Money


def check(guest: GuestView) -> Score:
    return personal_score(
        guest,
        Shown("the cost of the hedge was read", ("notes.page page-130", "notes.property property-205")),
        Created(
            "the new file 'Jotted down' has it",
            "vault.file",
            {"owner": "person-1", "path": "Jotted down.md"},
            {"text": mentions(Money(250.0, "EUR"))},
        ),
        Answered("the answer has it", Money(250.0, "EUR")),
    )
