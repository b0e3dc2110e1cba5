from checkers import GuestView, Score, claim
from checkers.evidence import examine, judged
from checkers.office_parts import office_parts
from checkers.spreadsheets import read_workbook

SHIFTS = "/home/user/Documents/shifts.xlsx"
MAIN = "{http://schemas.openxmlformats.org/spreadsheetml/2006/main}"
FIRST = [
    ["Day", "Early", "Late"],
    ["Monday", "Nora", "Piet"],
    ["Tuesday", "Piet", "Suse"],
    ["Wednesday", "Suse", "Nora"],
    ["Thursday", "Nora", "Piet"],
]
SECOND = [row if row[0] != "Tuesday" else ["Tuesday", "Nora", "Suse"] for row in FIRST]
HOURS = [["Name", "Hours"], ["Nora", 31.5], ["Piet", 28], ["Suse", 24.25]]
YELLOW = 0xFFFF00


@judged
def check(guest: GuestView) -> Score:
    book = read_workbook(guest, SHIFTS)
    hours = book.sheet("Hours")

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
        claim(
            "there is one sheet more",
            sorted(book.sheet_names) == ["Hours", "Week 1", "Week 2"],
            book.sheet_names,
        ),
        claim("Week 1 is as it was", book.sheet("Week 1").rows() == FIRST),
        claim(
            "Week 2 has Nora on Tuesday", book.sheet("Week 2").rows() == SECOND, book.sheet("Week 2").rows()
        ),
        claim("the hours are what they were", hours.rows() == HOURS, hours.rows()),
        examine("Hours is a table", table),
        claim(
            "its titles are bold on yellow",
            [(cell.bold, cell.fill) for cell in titles] == [(True, YELLOW)] * 2,
        ),
    )
