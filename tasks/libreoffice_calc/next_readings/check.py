import io

import openpyxl

from checkers import GuestView, Score, claim
from checkers.differences.apart import compare_apart
from checkers.evidence import fetch
from checkers.nothing_else import cells, may_change, nothing_else
from checkers.spreadsheets import parse_workbook, same_values
from checkers.variants import judged_with_facts

from .variant import Facts, workbook


@judged_with_facts
def check(guest: GuestView, facts: Facts) -> Score:
    path = f"Documents/{facts.file}"
    data = fetch(guest, f"/home/user/{path}")
    book = parse_workbook(data, path)
    names = [facts.before, facts.month, facts.following, "Rates"]
    copy = book.sheet(facts.following)
    old = [copy[f"B{row}"].value for row in facts.rows]
    differing = [
        str(change)
        for change in compare_apart(path, {"": with_copy(facts)}, {"": data})
        if change.place not in cells(facts.following, f"B{facts.rows[0]}:B{facts.rows[-1]}")
        or change.what not in ("value", "formula")
    ]
    return Score.all_of(
        claim(
            f"{facts.following} stands right after {facts.month}", book.sheet_names == names, book.sheet_names
        ),
        claim(
            f"Old has what New has in {facts.month}",
            same_values(old, [each[2] for each in facts.readings]),
            old,
        ),
        claim(
            f"A1 says {facts.following}, New is empty, the rest is as in {facts.month}",
            not differing,
            differing[:5],
        ),
        nothing_else(guest, may_change(path, f"sheet {facts.following}", what="added")),
    )


def with_copy(facts: Facts) -> bytes:
    """The workbook as it should be, but for the values of the column Old."""
    book = openpyxl.load_workbook(io.BytesIO(workbook(facts)))
    copy = book.copy_worksheet(book[facts.month])
    book.move_sheet(copy, -1)
    copy.title = copy["A1"].value = facts.following
    for row in facts.rows:
        copy[f"C{row}"].value = None
    book.save(out := io.BytesIO())
    return out.getvalue()
