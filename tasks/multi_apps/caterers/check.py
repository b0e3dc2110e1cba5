from checkers import GuestView, Score, claim
from checkers.evidence import judged
from checkers.nothing_else import cells, may_change, nothing_else
from checkers.spreadsheets import number, read_workbook
from checkers.values import Name, value_claim

PATH = "Documents/offers.xlsx"
COSTS = {
    "Linde Kitchen": (324.00, 126.00, 0.00, 450.00),
    "Marktstube": (342.00, 114.00, 0.00, 456.00),
    "Ofenfrisch": (297.00, 108.00, 18.00, 423.00),
}
PARTS = ("the soup", "the cake", "the delivery", "all three together")
CHEAPEST = "Ofenfrisch"


@judged
def check(guest: GuestView) -> Score:
    sheet = read_workbook(guest, f"/home/user/{PATH}").sheet("Offers")
    entered = {
        f"{letter}{row}": (name, part, cost)
        for letter, (name, costs) in zip("BCD", COSTS.items(), strict=True)
        for row, (part, cost) in enumerate(zip(PARTS, costs, strict=True), start=2)
    }
    return Score.all_of(
        *(
            claim(f"{name}: {part} costs {cost:.2f}", number(sheet[cell].value, cost), sheet[cell].value)
            for cell, (name, part, cost) in entered.items()
        ),
        value_claim(guest, f"the answer names {CHEAPEST}", Name(CHEAPEST, others=list(COSTS), partial=True)),
        nothing_else(
            guest,
            may_change(PATH, *cells("Offers", *entered), what=("value", "formula", "array", "number format")),
        ),
    )
