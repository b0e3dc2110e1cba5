from checkers import GuestView, Score
from checkers.personal import Answered, Created, mentions, personal_score
from checkers.values import Money

SENT, LATER = "folder-2", "page-163"
KETTLE, DESK_LAMP = 15, 17
"""What each pays for the two presents of this year."""
OWED = {"Jarle": KETTLE + DESK_LAMP, "Philippa": KETTLE, "Ivo": DESK_LAMP, "Selma": DESK_LAMP}
ADDRESSES = {
    "Jarle": "jarle.engelby@inkwell.test",
    "Philippa": "philippa.carrow@postbox.test",
    "Ivo": "ivo.scarth@hearth.test",
    "Selma": "selma.haverkamp@lettera.test",
}
OPEN = sum(OWED.values())
PRICES = "57.95 euros; 85.00 euros; 12 January; 16 April; 2026; 2"


def check(guest: GuestView) -> Score:
    return personal_score(
        guest,
        *(told(name, euros) for name, euros in OWED.items()),
        Created(
            "the page of the later present has what is open",
            "notes.property",
            {"page": LATER, "name": "Still open"},
            {"value": str(OPEN), "kind": "number"},
        ),
        Answered(
            "the answer has what is open",
            Money(OPEN, "EUR"),
            given=f"15 euros; 17 euros; 32 euros; 4; {PRICES}",
        ),
    )


def told(name: str, euros: int) -> Created:
    """The claim that somebody has one mail with what they owe; who owes for both may read of each."""
    given = f"15 euros; 17 euros; {PRICES}" if euros > DESK_LAMP else PRICES
    return Created(
        f"{name} knows that it is {euros} euros",
        "mail.message",
        {"folder": SENT, "to": [ADDRESSES[name]]},
        {"body": mentions(Money(euros, "EUR"), given=given)},
    )
