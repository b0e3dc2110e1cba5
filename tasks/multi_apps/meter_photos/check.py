from checkers import GuestView, Score, claim
from checkers.nothing_else import cells, may_change, nothing_else
from checkers.spreadsheets import number, read_workbook
from checkers.values import Name, value_claim
from checkers.variants import judged_with_facts

from .variant import Facts

NUMBERS = r"\b\d{6}\b"
"""The form of the meters' numbers."""


@judged_with_facts
def check(guest: GuestView, facts: Facts) -> Score:
    path = f"Documents/{facts.file}"
    sheet = read_workbook(guest, f"/home/user/{path}").sheet("Meters")
    entered = {f"D{facts.row(meter)}": meter for meter in facts.photos}
    missing = str(facts.missing.number)
    others = [str(meter.number) for meter in facts.photos]
    return Score.all_of(
        *(
            claim(
                f"meter {meter.number} reads {meter.new}",
                number(sheet[cell].value, meter.new),
                sheet[cell].value,
            )
            for cell, meter in entered.items()
        ),
        value_claim(guest, f"the answer is meter {missing}", Name(missing, others=others, pattern=NUMBERS)),
        nothing_else(guest, may_change(path, *cells("Meters", *entered), what=("value", "formula"))),
    )
