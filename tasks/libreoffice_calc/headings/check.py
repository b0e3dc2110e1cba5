from checkers import GuestView, Score, claim
from checkers.spreadsheets import Workbook, parse_workbook, read_workbook, untouched_claim
from checkers.variants import judged_with_facts
from checkers.workbook_model import Cell, cell_name

from .variant import Facts, workbook


@judged_with_facts
def check(guest: GuestView, facts: Facts) -> Score:
    book = read_workbook(guest, f"/home/user/Documents/{facts.file}")
    sheet = book.sheet(facts.sheet)
    names = [cell_name(facts.heading_row, column) for column in range(1, len(facts.columns) + 1)]
    plain = [name for name in names if not sheet[name].bold]
    beside = {name: sheet[name].alignment for name in names if sheet[name].alignment != "center"}
    formatted = [
        place for place in formatted_cells(book) if place not in {f"{facts.sheet}!{name}" for name in names}
    ]
    return Score.all_of(
        claim("the headings are bold", not plain, plain),
        claim("the headings are centred", not beside, beside),
        claim("no other text is bold or centred", not formatted, formatted),
        untouched_claim(
            book, parse_workbook(workbook(facts), facts.file), text="all cells hold what they held"
        ),
    )


def formatted_cells(book: Workbook) -> list[str]:
    """The cells with content that are bold or centred, such as "Winter!A1"."""
    return [
        f"{sheet.name}!{cell_name(*place)}"
        for sheet in book.sheets
        for place, cell in sheet.cells.items()
        if is_formatted(cell)
    ]


def is_formatted(cell: Cell) -> bool:
    return cell.value is not None and (cell.bold or cell.alignment == "center")
