import re

from checkers import Claim, GuestView, Score
from checkers.evidence import examine
from checkers.files import read_text, tree
from checkers.nothing_else import may_add, nothing_else

DOWNLOADS = "/home/user/Downloads"
CARD = """\
Name: Ines Calderón Ruiz
Born: 1991-04-09
E-mail: ines.calderon@example.org
Membership: Supporting
Own boat: no"""


def check(guest: GuestView) -> Score:
    return Score.all_of(
        the_last_card_is_hers(guest),
        nothing_else(
            guest, may_add("Downloads/membership-card.txt"), may_add("Downloads/membership-card (*).txt")
        ),
    )


def the_last_card_is_hers(guest: GuestView) -> Claim:
    """Who saves the card again to mend it leaves several: the browser numbers them."""

    def look() -> tuple[bool, object]:
        cards = {}
        for path in tree(guest, DOWNLOADS):
            if match := re.fullmatch(r"membership-card(?: \((\d{1,3})\))?\.txt", path):
                cards[int(match[1] or 0)] = path
        if not cards:
            return False, "no card in Downloads"
        text = read_text(guest, f"{DOWNLOADS}/{cards[max(cards)]}")
        return text.strip() == f"{CARD}\nCard number: RC-{check_number(CARD)}", text

    return examine("the card the form saved last has Ines's data and the form's number", look)


def check_number(text: str) -> str:
    """The number the form computes from what was filled in."""
    return f"{sum(ord(letter) * place for place, letter in enumerate(text, start=1)) % 9973:04d}"
