from checkers import GuestView, Score, claim
from checkers.differences.apart import read_apart
from checkers.differences.compare import Change, compare
from checkers.evidence import examine, fetch, judged
from checkers.nothing_else import cells, may_change, nothing_else
from checkers.office_parts import office_parts
from checkers.spreadsheets import parse_workbook

PATH = "Documents/shifts.xlsx"
SHIFTS = f"/home/user/{PATH}"
MAIN = "{http://schemas.openxmlformats.org/spreadsheetml/2006/main}"
YELLOW = 0xFFFF00
WITH_BOLD = ("font", "colour")
"""What the server sets with a bold font."""


@judged
def check(guest: GuestView) -> Score:
    data = fetch(guest, SHIFTS)
    hours = parse_workbook(data, PATH).sheet("Hours")

    def copied() -> tuple[bool, object]:
        sheets = {node.name: node for node in read_apart(PATH, data).children if node.kind == "sheet"}
        if not {"Week 1", "Week 2"} <= sheets.keys():
            return False, [*sheets]
        changes = list(compare(sheets["Week 1"], sheets["Week 2"]))
        return changes == [Change("cell B3", "value", "Piet", "Nora")], [*map(str, changes)]

    def table() -> tuple[bool, object]:
        parts = office_parts(guest, SHIFTS)
        names = [name for name in parts.archive.namelist() if name.startswith("xl/tables/")]
        found = [
            (item.get("displayName"), (item.get("ref") or "").replace("$", ""))
            for item in map(parts.xml, names)
            if item.tag == f"{MAIN}table"
        ]
        return found == [("Hours", "A1:B4")], found

    titles = [hours["A1"], hours["B1"]]
    return Score.all_of(
        examine("Week 2 is Week 1 with Nora early on Tuesday", copied),
        examine("Hours is a table", table),
        claim(
            "its titles are bold on yellow",
            [(cell.bold, cell.fill) for cell in titles] == [(True, YELLOW)] * 2,
        ),
        nothing_else(
            guest,
            may_change(PATH, "sheet Week 2", what="added"),
            may_change(PATH, "sheet Hours/table Hours", what="added"),
            may_change(PATH, *cells("Hours", "A1:B1"), what=("bold", "fill", *WITH_BOLD)),
        ),
    )
