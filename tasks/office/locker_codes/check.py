import io
from collections.abc import Sequence
from itertools import pairwise

import openpyxl
from openpyxl.styles import Font

from checkers import GuestView, Score, claim
from checkers.differences.apart import compare_apart
from checkers.evidence import fetch, judged
from checkers.nothing_else import may_add, nothing_else
from checkers.spreadsheets import parse_workbook

LOCKERS = "Documents/lockers.xlsx"
NAMES: list[list[str | int]] = [
    ["Locker", "Name"],
    [11, "Ada Wren"],
    [12, "Tom Rusk"],
    [13, "Ines Faro"],
    [14, "Karl Benz"],
    [15, "Noor Halloran"],
]
"""The first row has the titles."""
NOT_LOOKS = ("bold", "frozen rows", "hidden", "comment", "link", "added", "removed")


@judged
def check(guest: GuestView) -> Score:
    data = fetch(guest, f"/home/user/{LOCKERS}")
    book = parse_workbook(data, LOCKERS)
    rows = book.sheet("Lockers").rows()
    codes = [row[2] if len(row) == 3 else None for row in rows[1:]]
    whole = [code for code in codes if isinstance(code, int) and not isinstance(code, bool)]
    steps = {later - earlier for earlier, later in pairwise(whole)}
    changes = compare_apart(LOCKERS, {"": lockers(whole)}, {"": data})
    others = [str(change) for change in changes if change.what in NOT_LOOKS]
    return Score.all_of(
        claim("there is one sheet", book.sheet_names == ["Lockers"], book.sheet_names),
        claim("lockers and names are there", [row[:2] for row in rows] == NAMES, rows),
        claim("the third column is Code", [row[2:] for row in rows[:1]] == [["Code"]], rows[:1]),
        claim(
            "each locker has a code of six digits of its own",
            len(set(whole)) == len(NAMES) - 1 and all(100_000 <= code < 1_000_000 for code in whole),
            codes,
        ),
        claim("the codes are no row of numbers", len(steps) > 1, codes),
        claim("the titles are bold and stay in view, nothing is hidden or added", not others, others[:5]),
        nothing_else(guest, may_add(LOCKERS)),
    )


def lockers(codes: Sequence[int]) -> bytes:
    """The workbook as it should be, with these codes."""
    book = openpyxl.Workbook()
    sheet = book.worksheets[0]
    sheet.title = "Lockers"
    sheet.freeze_panes = "A2"
    for name, code in zip(NAMES, ["Code", *codes], strict=False):
        sheet.append([*name, code])
    for cell in sheet[1]:
        cell.font = Font(bold=True)
    book.save(out := io.BytesIO())
    return out.getvalue()
