from checkers import GuestView, Score, claim
from checkers.nothing_else import cells, may_change, nothing_else
from checkers.sheet_layout import read_layout
from checkers.variants import judged_with_facts
from checkers.workbook_model import column_number

from .variant import Facts

WITHIN = 0.1
"""Most that widths and heights may differ, in cm: they are kept in steps."""
CENTRED = ("horizontal alignment", "vertical alignment")
"""What the button "Merge and Center Cells" sets as well."""


@judged_with_facts
def check(guest: GuestView, facts: Facts) -> Score:
    path, place = f"Documents/{facts.file}", f"sheet {facts.sheet}"
    layout = read_layout(guest, f"/home/user/{path}", facts.sheet)
    width, height = layout.width(column_number(facts.column)), layout.height(facts.row)
    frozen = layout.frozen_rows, layout.frozen_columns
    return Score.all_of(
        claim(f"{facts.title_cells} are merged", layout.merged == {facts.title_cells}, layout.merged),
        claim(
            f"column {facts.column} is {facts.width} cm wide",
            width is not None and abs(width - facts.width) < WITHIN,
            width,
        ),
        claim(
            f"row {facts.row} is {facts.height} cm high",
            height is not None and abs(height - facts.height) < WITHIN,
            height,
        ),
        claim(f"{facts.frozen} rows are frozen", frozen == (facts.frozen, 0), frozen),
        claim(f"the zoom is {facts.zoom} %", layout.zoom == facts.zoom, layout.zoom),
        nothing_else(
            guest,
            may_change(path, f"{place}/merged range {facts.title_cells}", what="added"),
            may_change(path, *cells(facts.sheet, facts.title_cells), what=CENTRED),
            may_change(path, f"{place}/column {facts.column}", what="width"),
            may_change(path, f"{place}/row {facts.row}", what="height"),
            may_change(path, place, what="frozen rows"),
            may_change(path, place, "sheet Teams", what="zoom"),  # Calc zooms all sheets alike
        ),
    )
