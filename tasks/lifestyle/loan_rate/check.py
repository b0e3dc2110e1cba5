from checkers import GuestView, Score, claim
from checkers.affirming import affirming
from checkers.answers import number_claim
from checkers.evidence import judged
from checkers.spreadsheets import number, read_workbook

BOOK = "/home/user/Documents/loan.xlsx"
AMOUNT, MONTHS, PAYMENT = 11500, 42, 310.0


@judged
def check(guest: GuestView) -> Score:
    sheet = read_workbook(guest, BOOK).sheet("Loan")
    rate, formula = sheet["B3"].value, sheet["B4"].formula
    return Score.all_of(
        claim(
            "the names are in column A", sheet.column("A", 1)[:4] == ["Amount", "Months", "Rate", "Payment"]
        ),
        claim("amount and months are right", [sheet["B1"].value, sheet["B2"].value] == [AMOUNT, MONTHS]),
        claim(
            "the payment is a formula of the three",
            "PMT" in formula.upper() and all(cell in formula.replace("$", "") for cell in ("B1", "B2", "B3")),
            formula,
        ),
        claim("the rate makes the payment 310", number(rate, expected_rate(), 0.0002), rate),
        number_claim(
            affirming(guest), "the answer is the rate in percent", round(100 * expected_rate(), 2), 0.011
        ),
    )


def expected_rate() -> float:
    """The rate whose monthly payment is PAYMENT, by bisection: the payment grows with the rate."""
    low, high = 0.0001, 1.0
    for _ in range(60):
        middle = (low + high) / 2
        month = middle / 12
        payment = AMOUNT * month / (1 - (1 + month) ** -MONTHS)
        low, high = (middle, high) if payment < PAYMENT else (low, middle)
    return low
