from checkers import GuestView, Score
from checkers.nothing_else import nothing_else
from checkers.values import Name, value_claim
from checkers.variants import judged_with_facts

from .variant import PREFIXES, Facts

PATH = r"(?:~|/home/user)(?:/[\w.-]*\w)+"
BEGINNING = rf"\b(?:vlcsnap|(?:{'|'.join(PREFIXES)})\d\d)\b"


@judged_with_facts
def check(guest: GuestView, facts: Facts) -> Score:
    short = facts.folder.replace("/home/user", "~", 1)
    folder = Name(facts.folder, aliases={facts.folder: [short]}, pattern=PATH)
    return Score.all_of(
        value_claim(guest, f"the answer names {facts.folder}", folder),
        value_claim(guest, f"it says {facts.prefix}", Name(facts.prefix, pattern=BEGINNING)),
        nothing_else(guest),
    )
