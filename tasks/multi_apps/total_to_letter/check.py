from pathlib import Path

from checkers import Claim, GuestView, Score, claim
from checkers.document_model import Document
from checkers.documents import parse_document, read_document
from checkers.evidence import judged
from checkers.spreadsheets import number, parse_workbook, read_workbook, same_values

FILES = Path(__file__).parent / "files"
DOCUMENTS = "/home/user/Documents"
ORDERS, LETTER = "orders-q1.xlsx", "letter-lindqvist.docx"
TOTAL = 1709.75


@judged
def check(guest: GuestView) -> Score:
    sheet = read_workbook(guest, f"{DOCUMENTS}/{ORDERS}").sheet("Orders")
    before = parse_workbook((FILES / ORDERS).read_bytes(), ORDERS).sheet("Orders")
    letter = read_document(guest, f"{DOCUMENTS}/{LETTER}")
    orders = [row[:4] for row in sheet.rows(1)[:11]]
    return Score.all_of(
        claim("G2 is the sum of Lindqvist's orders", number(sheet["G2"].value, TOTAL), sheet["G2"].value),
        claim(
            "the orders are unchanged",
            all(same_values(row, old[:4]) for row, old in zip(orders, before.rows(1)[:11], strict=True)),
            orders,
        ),
        letter_says_the_total(letter),
    )


def letter_says_the_total(letter: Document) -> Claim:
    """A comma may divide the thousands."""
    template = parse_document((FILES / LETTER).read_bytes(), LETTER).text
    wanted = [template.replace("[AMOUNT]", amount).split() for amount in ("1709.75", "1,709.75")]
    text = f"the letter is as it was, with {TOTAL} for [AMOUNT]"
    return claim(text, letter.text.split() in wanted, letter.text)
