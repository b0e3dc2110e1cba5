from collections.abc import Sequence
from xml.etree.ElementTree import Element

from checkers import GuestView, Score, claim
from checkers.document_tables import read_document_tables
from checkers.evidence import Unusable, examine, judged
from checkers.nothing_else import may_change, nothing_else
from checkers.office_parts import office_parts

PATH = "Documents/lab.docx"
LAB = f"/home/user/{PATH}"
WORD = "{http://schemas.openxmlformats.org/wordprocessingml/2006/main}"
TEXTS = [
    ["Weekday", "Hours", "Group", "Room"],
    ["Monday", "8 to 10", "Botany", "12"],
    ["", "10 to 12", "Zoology", "14"],
    ["Tuesday", "8 to 10", "Soil", "12"],
    ["Friday", "Cleaning of all rooms", ""],
    ["", "", ""],
]
SPANS = [[1, 1, 1, 1]] * 4 + [[1, 2, 1]] * 2
MERGED = [[""] * 4, ["restart", "", "", ""], ["continue", "", "", ""], [""] * 4]
MERGED += [["", "restart", ""], ["", "continue", ""]]
"""How cells go on in the row below, as the file says it."""
JOINED = [f"table 1/row {place}" for place in ("2/cell 1", "3/cell 1", "5/cell *", "6/cell *")]
SIDES = ("top", "bottom", "left", "right")


@judged
def check(guest: GuestView) -> Score:
    tables = read_document_tables(guest, LAB)
    if len(tables) != 1:
        return Score.all_of(claim("there is one table", False, len(tables)))
    rows = tables[0].rows
    table = office_parts(guest, LAB).xml("word/document.xml").find(f".//{WORD}tbl")
    if table is None:
        raise Unusable("there is a table", "none")
    cells = [list(row.findall(f"{WORD}tc")) for row in table.findall(f"{WORD}tr")]
    merged = [[going_on(cell) for cell in row] for row in cells]
    shown = [cell for row in rows for cell in row if cell.text]
    first = cells[0][0]
    return Score.all_of(
        claim("the texts are right", tables[0].texts == TEXTS, tables[0].texts),
        claim("rows have their cells", [[cell.columns for cell in row] for row in rows] == SPANS),
        claim("cells are merged over rows", merged == MERGED, merged),
        claim("the title is bold", rows[0][0].bold),
        claim("its cell has 4 points above and below", space(first) == ["80", "80"], space(first)),
        claim(
            "all are centred",
            all((cell.alignment, cell.vertical) == ("center", "center") for cell in shown),
        ),
        examine("all have double lines", lambda: double(table, cells)),
        claim("the table is 400 points wide", width(table) == ("8000", "dxa"), width(table)),
        nothing_else(
            guest,
            may_change(PATH, *JOINED, what=("rows", "columns", "added", "removed")),
            may_change(PATH, "table 1/row 1/cell 1", what=("text", "bold", "padding top", "padding bottom")),
            may_change(PATH, "table 1/row *", what=("alignment", "vertical alignment", "border *")),
            may_change(PATH, "table 1/column *", what="width"),
        ),
    )


def going_on(cell: Element) -> str:
    merge = cell.find(f"{WORD}tcPr/{WORD}vMerge")
    return "" if merge is None else merge.get(f"{WORD}val", "continue")


def space(cell: Element) -> list[str]:
    margins = [cell.find(f"{WORD}tcPr/{WORD}tcMar/{WORD}{side}") for side in ("top", "bottom")]
    return ["" if margin is None else margin.get(f"{WORD}w", "") for margin in margins]


def width(table: Element) -> tuple[str, str]:
    found = table.find(f"{WORD}tblPr/{WORD}tblW")
    return ("", "") if found is None else (found.get(f"{WORD}w", ""), found.get(f"{WORD}type", ""))


def double(table: Element, cells: Sequence[Sequence[Element]]) -> tuple[bool, object]:
    """The lines of the table itself, or those of each cell; the first of merged ones counts."""
    own = lines(table.find(f"{WORD}tblPr/{WORD}tblBorders"), (*SIDES, "insideH", "insideV"))
    each = [
        lines(cell.find(f"{WORD}tcPr/{WORD}tcBorders"), SIDES)
        for row in cells
        for cell in row
        if going_on(cell) != "continue"
    ]
    is_double = own == {"double"} or all(found == {"double"} for found in each)
    return is_double, (sorted(own), [sorted(found) for found in each])


def lines(borders: Element | None, sides: Sequence[str]) -> set[str]:
    found = [None if borders is None else borders.findall(f"{WORD}{side}") for side in sides]
    return {
        line.get(f"{WORD}val", "") if lines else "" for lines in found for line in lines or [Element("none")]
    }
