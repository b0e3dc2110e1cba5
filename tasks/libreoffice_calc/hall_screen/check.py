from checkers import GuestView, Score, claim
from checkers.sheet_layout import read_layout
from checkers.spreadsheets import parse_workbook, read_workbook, untouched_claim
from checkers.variants import judged_with_facts
from checkers.workbook_model import column_number

from .variant import Facts, workbook

WITHIN = 0.1
"""Most that widths and heights may differ, in cm: they are kept in steps."""


@judged_with_facts
def check(guest: GuestView, facts: Facts) -> Score:
    path = f"/home/user/Documents/{facts.file}"
    layout, teams = (read_layout(guest, path, name) for name in (facts.sheet, "Teams"))
    width, height = layout.width(column_number(facts.column)), layout.height(facts.row)
    frozen = layout.frozen_rows, layout.frozen_columns
    kept = not teams.merged and (teams.frozen_rows, teams.frozen_columns) == (0, 0)
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
        untouched_claim(
            read_workbook(guest, path),
            parse_workbook(workbook(facts), facts.file),
            text="the cells hold what they held",
        ),
        claim("nothing is merged or frozen on Teams", kept, teams),
    )
