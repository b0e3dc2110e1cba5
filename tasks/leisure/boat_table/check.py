from checkers import GuestView, Score, claim
from checkers.document_tables import read_document_tables
from checkers.evidence import judged
from checkers.nothing_else import may_change, may_set, nothing_else

BOATS = "Documents/boats.docx"
BLUE, LIGHT, WHITE, YELLOW = 0x1F4E79, 0xDDEBF7, 0xFFFFFF, 0xFFFF00
REPAIRS = "In repair until Easter"
ROWS, COLUMNS = range(1, 6), range(1, 4)
"""The rows above the last one, and the columns."""
CELLS = [f"table 1/row {row}/cell {column}" for row in (*ROWS, 6) for column in COLUMNS]


@judged
def check(guest: GuestView) -> Score:
    tables = read_document_tables(guest, f"/home/user/{BOATS}")
    rows = tables[0].rows if len(tables) == 1 else ()
    if len(rows) != len(ROWS) + 1 or any(len(row) != 3 for row in rows[:-1]):
        return Score.all_of(
            claim("there is the table with its six rows", False, [table.texts for table in tables])
        )
    head, *boats = rows[:-1]
    last = rows[-1]
    grounds = [[cell.fill for cell in row] for row in boats]
    widths = [[cell.width for cell in row] for row in rows[:-1]]
    return Score.all_of(
        claim("the titles are bold", all(cell.bold for cell in head)),
        claim("they are white on dark blue", all((cell.colour, cell.fill) == (WHITE, BLUE) for cell in head)),
        claim(
            "the boats are on white and light blue in turn",
            grounds == [[WHITE] * 3, [LIGHT] * 3] * 2,
            grounds,
        ),
        claim("the seats are centred", all(row[1].alignment == "center" for row in rows[:-1])),
        claim(
            "the last row is one yellow cell on the repairs",
            [(cell.columns, cell.fill, cell.text) for cell in last] == [(3, YELLOW, REPAIRS)],
            last,
        ),
        claim("the columns have their widths", widths == [[180.0, 60.0, 60.0]] * 5, widths),
        nothing_else(
            guest,
            may_change(BOATS, "table 1/row 1", what=("bold", "colour")),
            may_change(BOATS, *(f"table 1/row {row}/cell 2" for row in ROWS), what="*alignment"),
            may_set(BOATS, *CELLS, what=("fill", "width")),
            may_set(BOATS, *(f"table 1/column {column}" for column in COLUMNS), what="width"),
            may_change(BOATS, "table 1/row 6", what=("columns", "added", "removed")),
        ),
    )
