from checkers import GuestView, Score, claim
from checkers.spreadsheets import Sheet, parse_workbook, read_workbook, untouched_claim
from checkers.variants import judged_with_facts

from .variant import Facts, workbook


@judged_with_facts
def check(guest: GuestView, facts: Facts) -> Score:
    book = read_workbook(guest, f"/home/user/Documents/{facts.file}")
    before = parse_workbook(workbook(facts), facts.file)
    sheet = book.sheet(str(facts.year))
    rows = range(2, len(facts.rows) + 2)
    shares = [(sheet[f"C{row}"].format_kind, sheet[f"C{row}"].decimals) for row in rows]
    percent = percentages(sheet)
    return Score.all_of(
        claim("the shares are percentages with two digits", set(shares) == {("percent", 2)}, shares),
        claim("no other number is a percentage", percent == [f"C{row}" for row in rows], percent),
        untouched_claim(book, before, text="all cells hold what they held"),
    )


def percentages(sheet: Sheet) -> list[str]:
    """The cells of the columns with numbers that show a percentage."""
    names = [f"{letter}{row}" for letter in "BCD" for row in range(2, sheet.last_row + 1)]
    return [name for name in names if sheet[name].value is not None and sheet[name].format_kind == "percent"]
