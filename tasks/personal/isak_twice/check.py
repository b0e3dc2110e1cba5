from dataclasses import dataclass

from checkers import GuestView, Score
from checkers.personal import Changed, Created, Deleted, Evidence, Shown, personal_score

SENT, ISAK = "folder-2", "isak.quayle@hearth.test"
NUMBER, PROPER_CARD = "0213149917", ("contacts.card", "card-55")


@dataclass(frozen=True, slots=True)
class OnlyCard(Deleted):
    """A second card is gone; by half if what was in it is now in the proper one."""

    def credit(self, evidence: Evidence) -> tuple[float, str]:
        credit, found = Deleted.credit(self, evidence)
        if credit and any(change.key == PROPER_CARD for change in evidence.changes):
            return 0.5, "the proper card has changed"
        return credit, found


def check(guest: GuestView) -> Score:
    return personal_score(
        guest,
        Shown("Isak's mail was read", "mail.message mail-246"),
        OnlyCard(
            "the card with the old number is gone, and the other as it was", "contacts.card", "card-119"
        ),
        Created(
            "Isak has an answer with the new number",
            "mail.message",
            {"folder": SENT, "to": [ISAK]},
            {"body": has_number},
        ),
        Shown("Signe's mail from her other address was read", "mail.message mail-363"),
        Changed(
            "Signe's card has her private address alone",
            "contacts.card",
            "card-46",
            {"addresses": ["s.bodmer@hearth.test"]},
        ),
    )


def has_number(text: object) -> bool:
    """Whether a text has the new telephone number, however its digits are grouped."""
    return NUMBER in "".join(mark for mark in str(text) if mark not in " -/.()\n")
