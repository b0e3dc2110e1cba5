from checkers import Claim, GuestView, Score, claim
from checkers.spreadsheets import parse_workbook, read_workbook, same_values, untouched_claim
from checkers.variants import judged_with_facts
from checkers.workbook_model import Sheet, Value, Workbook

from .variant import Facts, workbook


@judged_with_facts
def check(guest: GuestView, facts: Facts) -> Score:
    book = read_workbook(guest, f"/home/user/Documents/{facts.file}")
    original = parse_workbook(workbook(facts), facts.file)
    copy = book.sheet(facts.following)
    others = Workbook([sheet for sheet in book.sheets if sheet.name != facts.following])
    names = [facts.before, facts.month, facts.following, "Rates"]
    return Score.all_of(
        claim(
            f"{facts.following} stands right after {facts.month}", book.sheet_names == names, book.sheet_names
        ),
        *copied(copy, original.sheet(facts.month), facts),
        untouched_claim(others, original, text="the other sheets are as they were"),
        claim("no sheet is hidden", not any(sheet.hidden for sheet in book.sheets)),
    )


def copied(copy: Sheet, month: Sheet, facts: Facts) -> list[Claim]:
    old = [copy[f"B{row}"].value for row in facts.rows]
    new = [copy[f"C{row}"].value for row in facts.rows]
    used = [copy[f"D{row}"].formula.replace("$", "").replace(" ", "") for row in facts.rows]
    apart = {(1, 1), *((row, column) for row in facts.rows for column in (2, 3, 4))}
    places = {*copy.cells, *month.cells} - apart
    differing = [
        place for place in sorted(places) if not same_values([_value(copy, place)], [_value(month, place)])
    ]
    return [
        claim(f"A1 says {facts.following}", copy["A1"].value == facts.following, copy["A1"].value),
        claim(
            f"Old has what New has in {facts.month}",
            same_values(old, [each[2] for each in facts.readings]),
            old,
        ),
        claim("New is empty", all(value is None for value in new), new),
        claim("Used has its formulas", used == [month[f"D{row}"].formula for row in facts.rows], used),
        claim("the meters and the headings are as they were", not differing, differing),
    ]


def _value(sheet: Sheet, place: tuple[int, int]) -> Value:
    return sheet.cells[place].value if place in sheet.cells else None
