from checkers import GuestView, Score, claim
from checkers.calculated import read_calculated
from checkers.evidence import examine, judged
from checkers.nothing_else import may_add, nothing_else
from checkers.spreadsheets import number, read_workbook
from checkers.values import Number, value_claim

BOOK = "/home/user/Documents/loan.xlsx"
AMOUNT, MONTHS, PAYMENT = 11500, 42, 310.0


@judged
def check(guest: GuestView) -> Score:
    sheet = read_workbook(guest, BOOK).sheet("Loan")
    rate, formula = sheet["B3"].value, sheet["B4"].formula.upper().replace("$", "")
    percent = round(100 * expected_rate(), 2)
    return Score.all_of(
        claim(
            "the names are in column A", sheet.column("A", 1)[:4] == ["Amount", "Months", "Rate", "Payment"]
        ),
        claim("amount and months are right", [sheet["B1"].value, sheet["B2"].value] == [AMOUNT, MONTHS]),
        claim(
            "the payment is a formula of the three",
            all(part in formula for part in ("PMT", "B1", "B2", "B3")) and f"{PAYMENT:.0f}" not in formula,
            formula,
        ),
        claim("the rate makes the payment 310", number(rate, expected_rate(), 0.0002), rate),
        examine("the formula gives that payment, as a positive number", lambda: calculated_payment(guest)),
        value_claim(
            guest,
            f"the answer is {percent} percent",
            Number(percent, "%", tolerance=0.011),
            given=f"{percent / 12:.2f}% a month",
        ),
        nothing_else(guest, may_add("Documents/loan.xlsx")),
    )


def calculated_payment(guest: GuestView) -> tuple[bool, object]:
    value = read_calculated(guest, BOOK).sheet("Loan")["B4"].value
    return number(value, PAYMENT, 0.2), value


def expected_rate() -> float:
    """The rate whose monthly payment is PAYMENT, by bisection: the payment grows with the rate."""
    low, high = 0.0001, 1.0
    for _ in range(60):
        middle = (low + high) / 2
        month = middle / 12
        payment = AMOUNT * month / (1 - (1 + month) ** -MONTHS)
        low, high = (middle, high) if payment < PAYMENT else (low, middle)
    return low
