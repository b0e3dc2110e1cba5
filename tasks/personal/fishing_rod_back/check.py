from checkers import GuestView, Score
from checkers.personal import Answered, Changed, Shown, personal_score
from checkers.values import Date


def check(guest: GuestView) -> Score:
    return personal_score(
        guest,
        Shown("the page on the fishing rod was found", "notes.page page-31"),
        Shown(
            "the page on the fishing rod with its due day was read",
            ("notes.property property-48", "calendar.event event-112", "messenger.message msg-199"),
        ),
        Changed(
            "the page 'Borrowed: fishing rod (Jarle B.)' is in Private",
            "notes.page",
            "page-31",
            {"notebook": "notebook-3"},
        ),
        Changed(
            "the box Returned of 'Borrowed: fishing rod (Jarle B.)' is changed",
            "notes.property",
            "property-50",
            {"value": "true"},
        ),
        Answered("the answer has it", Date(2025, 8, 25)),
    )
