from checkers import Claim, GuestView, Score, claim
from checkers.document_model import Document
from checkers.documents import parse_document, read_document
from checkers.spreadsheets import number, parse_workbook, read_workbook, same_values
from checkers.variants import judged_with_facts

from . import variant
from .variant import ORDERS, Facts

DOCUMENTS = "/home/user/Documents"


@judged_with_facts
def check(guest: GuestView, facts: Facts) -> Score:
    sheet = read_workbook(guest, f"{DOCUMENTS}/{ORDERS}").sheet("Orders")
    before = parse_workbook(variant.workbook(facts), ORDERS).sheet("Orders")
    letter = read_document(guest, f"{DOCUMENTS}/{facts.letter}")
    last = len(facts.orders) + 1
    orders = [row[:4] for row in sheet.rows(1)[:last]]
    total = sheet["G2"].value
    return Score.all_of(
        claim(f"G2 is the sum of {facts.customer}'s orders", number(total, float(facts.total)), total),
        claim(
            "the orders are unchanged",
            len(orders) == last
            and all(
                same_values(row, old[:4]) for row, old in zip(orders, before.rows(1)[:last], strict=True)
            ),
            orders,
        ),
        letter_says_the_total(letter, facts),
    )


def letter_says_the_total(letter: Document, facts: Facts) -> Claim:
    """A comma may divide the thousands."""
    template = parse_document(variant.letter(facts), facts.letter).text
    amounts = (facts.total, f"{float(facts.total):,.2f}")
    wanted = [template.replace("[AMOUNT]", amount).split() for amount in amounts]
    text = f"the letter is as it was, with {facts.total} for [AMOUNT]"
    return claim(text, letter.text.split() in wanted, letter.text)
