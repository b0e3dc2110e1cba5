from pathlib import Path

from checkers import GuestView, Score, claim
from checkers.document_tables import read_document_tables
from checkers.documents import parse_document, read_document
from checkers.evidence import judged
from checkers.paragraph_styles import styles_kept

ORIGINAL = Path(__file__).with_name("files") / "boats.docx"
BOATS = "/home/user/Documents/boats.docx"
BLUE, LIGHT, WHITE, YELLOW = 0x1F4E79, 0xDDEBF7, 0xFFFFFF, 0xFFFF00
TEXTS = [
    ["Boat", "Seats", "Bay"],
    ["Heron", "4", "A1"],
    ["Teal", "2", "B3"],
    ["Swift", "1", "B1"],
    ["Pelican", "8", "A2"],
    ["In repair until Easter"],
]


@judged
def check(guest: GuestView) -> Score:
    tables = read_document_tables(guest, BOATS)
    rows = tables[0].rows if len(tables) == 1 else ()
    if len(rows) != len(TEXTS) or any(len(row) != 3 for row in rows[:-1]):
        return Score.all_of(
            claim("there is the table with its six rows", False, [table.texts for table in tables])
        )
    document, original = read_document(guest, BOATS), parse_document(ORIGINAL.read_bytes(), ORIGINAL.name)
    head, *boats = rows[:-1]
    last = rows[-1]
    grounds = [[cell.fill for cell in row] for row in boats]
    widths = [[cell.width for cell in row] for row in rows[:-1]]
    return Score.all_of(
        claim("the texts are what they were", tables[0].texts == TEXTS, tables[0].texts),
        claim("so is the text above the table", document.texts == original.texts, document.texts),
        styles_kept(document, original),
        claim("the titles are bold", all(cell.bold for cell in head)),
        claim("they are white on dark blue", all((cell.colour, cell.fill) == (WHITE, BLUE) for cell in head)),
        claim(
            "the boats are on white and light blue in turn",
            grounds == [[WHITE] * 3, [LIGHT] * 3] * 2,
            grounds,
        ),
        claim("the seats are centred", all(row[1].alignment == "center" for row in rows[:-1])),
        claim(
            "the other columns are not", all(row[0].alignment == row[2].alignment == "left" for row in boats)
        ),
        claim(
            "the last row is one yellow cell", [(cell.columns, cell.fill) for cell in last] == [(3, YELLOW)]
        ),
        claim("the columns have their widths", widths == [[180.0, 60.0, 60.0]] * 5, widths),
    )
