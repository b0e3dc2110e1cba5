from checkers import GuestView, Score, claim
from checkers.documents import parse_document, read_document
from checkers.nothing_else import cells, may_change, nothing_else
from checkers.spreadsheets import number, read_workbook
from checkers.variants import judged_with_facts

from . import variant
from .variant import ORDERS, Facts

GAP = "[AMOUNT]"


@judged_with_facts
def check(guest: GuestView, facts: Facts) -> Score:
    orders, letter = f"Documents/{ORDERS}", f"Documents/{facts.letter}"
    total = read_workbook(guest, f"/home/user/{orders}").sheet("Orders")["G2"].value
    template = parse_document(variant.letter(facts), facts.letter)
    gaps = [f"paragraph {place}" for place, each in enumerate(template.paragraphs, 1) if GAP in each.text]
    amounts = (facts.total, f"{float(facts.total):,.2f}")  # a comma may divide the thousands
    wanted = [template.text.replace(GAP, amount).split() for amount in amounts]
    text = read_document(guest, f"/home/user/{letter}").text
    return Score.all_of(
        claim(f"G2 is the sum of {facts.customer}'s orders", number(total, float(facts.total)), total),
        claim(f"the letter says {facts.total} in both places", text.split() in wanted, text),
        nothing_else(
            guest,
            may_change(orders, *cells("Orders", "G2"), what=("value", "formula", "array", "number format")),
            may_change(letter, *gaps, what="text"),
        ),
    )
