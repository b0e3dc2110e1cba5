from checkers import GuestView, Score
from checkers.personal import Changed, Shown, personal_score


def check(guest: GuestView) -> Score:
    return personal_score(
        guest,
        Shown("the page on the long ladder was found", "notes.page page-28"),
        Changed(
            "the page 'Lent: long ladder (Henrik T.)' is in Private",
            "notes.page",
            "page-28",
            {"notebook": "notebook-3"},
        ),
        Changed(
            "the box Returned of 'Lent: long ladder (Henrik T.)' is changed",
            "notes.property",
            "property-44",
            {"value": "true"},
        ),
    )
