from pathlib import Path

from checkers import GuestView, Score, claim
from checkers.evidence import judged
from checkers.nothing_else import cells, may_change, nothing_else
from checkers.spreadsheets import parse_workbook, read_workbook, same_values

ORIGINAL = Path(__file__).parent / "files" / "plants.xlsx"
PATH = "Documents/plants.xlsx"
ORDER = ("Botanical name", "Common name", "Height in cm", "Found on", "Collector", "Pot")


@judged
def check(guest: GuestView) -> Score:
    sheet = read_workbook(guest, f"/home/user/{PATH}").sheet("Plants")
    before = parse_workbook(ORIGINAL.read_bytes(), ORIGINAL.name).sheet("Plants")
    headings = sheet.row(1)
    return Score.all_of(
        claim("the headings are in the order of the form", headings == list(ORDER), headings),
        *(
            claim(
                f"column {letter} has the values of {title}, row by row",
                same_values(sheet.column(letter), before.column(title)),
                sheet.column(letter),
            )
            for letter, title in zip("ABCDEF", ORDER, strict=True)
        ),
        nothing_else(
            guest,
            may_change(PATH, *cells("Plants", "A1:F7"), what="value"),
            may_change(PATH, *cells("Plants", "C2:D7"), what=("type", "number format")),  # the dates
            may_change(PATH, "sheet Plants/column *", what="width"),  # whole columns move with their widths
        ),
    )
