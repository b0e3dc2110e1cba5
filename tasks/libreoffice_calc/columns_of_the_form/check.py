from pathlib import Path

from checkers import GuestView, Score, claim
from checkers.evidence import judged
from checkers.spreadsheets import parse_workbook, read_workbook, same_values

ORIGINAL = Path(__file__).parent / "files" / "plants.xlsx"
ORDER = ("Botanical name", "Common name", "Height in cm", "Found on", "Collector", "Pot")
LAST = 7
"""The last row of the list."""


@judged
def check(guest: GuestView) -> Score:
    book = read_workbook(guest, "/home/user/Documents/plants.xlsx")
    original = parse_workbook(ORIGINAL.read_bytes(), ORIGINAL.name)
    sheet, before = book.sheet("Plants"), original.sheet("Plants")
    headings = sheet.row(1)
    form, kept = book.sheet("Form").rows(), original.sheet("Form").rows()
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
        claim("nothing is below the list", sheet.last_row == LAST, sheet.last_row),
        claim("the sheet Form is as it was", form == kept, form),
        claim("there are two sheets", book.sheet_names == original.sheet_names, book.sheet_names),
    )
