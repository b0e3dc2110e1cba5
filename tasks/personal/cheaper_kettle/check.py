import re

from checkers import GuestView, Score
from checkers.personal import Changed, Created, Shown, mentions, personal_score
from checkers.values import Money

SENT, LOTTA, PLAN = "folder-2", "lotta.castelein@lettera.test", "page-170"
PRICE = r"(?:€ ?)?17[.,]50?(?: ?€| euros?| EUR)?"
BODY = rf"Plan: (?:the |an )?Ostrel kettle,? (?:for )?{PRICE}\. Wrapped in: red\. Last year: a fern\."


def check(guest: GuestView) -> Score:
    return personal_score(
        guest,
        Shown("the plan for Wiebke was read", f"notes.page {PLAN}"),
        Changed(
            "the plan names the other kettle and its price",
            "notes.page",
            PLAN,
            {"body": lambda body: bool(re.fullmatch(BODY, str(body).strip(), re.IGNORECASE))},
        ),
        Created(
            "Lotta has a mail with what is saved",
            "mail.message",
            {"folder": SENT, "to": [LOTTA]},
            {"body": mentions(Money(19.45, "EUR"), given="36.95 euros 17.50 euros"), "copies": []},
        ),
    )
