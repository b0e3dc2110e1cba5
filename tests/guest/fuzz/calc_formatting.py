"""What Calc's tools for formats promise."""

from __future__ import annotations

from typing import Final

from hypothesis import strategies as st
from openpyxl.worksheet.cell_range import CellRange

from tests.guest.fuzz.calc_model import PREFIX, array_areas, is_covered, merged_areas
from tests.guest.fuzz.calc_targets import Target, is_hidden_behind_merged, is_protected, ranges, target
from tests.guest.fuzz.promises import ABSENT, REFUSED, Arguments, Expected, Promise, State

COLOURS: Final = {
    "red": "FFFF0000",
    "#00FF00": "FF00FF00",
    "0000ff": "FF0000FF",
    "rgb(1, 2, 3)": "FF010203",
    "Light Blue": "FFADD8E6",
    "#F0A": "FFFF00AA",
}
_NO_COLOURS: Final = ("", "reddish", "#12345", "rgb(1,2,999)", "q" * 5_000)

CODES: Final = {
    "number": "0.00",
    "thousands": "#,##0.00",
    "percent": "0.00%",
    "scientific": "0.00E+00",
    "text": "@",
    "fraction": "# ?/?",
    "#,##0.0": "#,##0.0",
    "0.000": "0.000",
    "General": ABSENT,
    "general": ABSENT,
}
"""Format codes as a saved .xlsx has them, by the argument."""
_OTHER_CODES: Final = (
    "date",
    "DD/MM/YYYY",
    "datetime",
    "EUR",
    "accounting",
    '0 "kg"',
    "[HH]:MM",
    ";;;",
    "YYYY",
)
_NO_CODES: Final = (
    "",
    "money",
    "foo bar 0",
    "[[0",
    "0\x01",
    '0"open',
    "TT.MM.JJJJ",
    "0" * 256,
    "0" * 100_000,
)


def _format_arguments(state: State) -> st.SearchStrategy[Arguments]:
    colour = st.sampled_from((*COLOURS, *COLOURS, *_NO_COLOURS))
    return st.fixed_dictionaries(
        {"range_str": ranges(state)},
        optional={
            "background_color": colour,
            "font_color": colour,
            "bold": st.booleans(),
            "alignment": st.sampled_from(("left", "center", "right", "justify", "middle")),
        },
    )


def _may_format(state: State, cells: Target | None) -> bool:
    return bool(cells and not is_protected(state, cells.sheet) and not is_hidden_behind_merged(state, cells))


def _uncovered(state: State, cells: Target) -> list[str]:
    """The cells but those behind merged ones, whose formats openpyxl does not show."""
    return [cell for cell in cells.cells() if not is_covered(state, cells.sheet, f"{cell}:{cell}")]


def _format(state: State, arguments: Arguments) -> Expected:
    cells = target(state, arguments["range_str"])
    changes = {name: value for name, value in arguments.items() if name != "range_str"}
    colours = [value for name, value in changes.items() if name.endswith("color")]
    wrong = not set(colours) <= set(COLOURS) or changes.get("alignment") == "middle"
    if cells is None or wrong or not changes or not _may_format(state, cells):
        return REFUSED
    values: dict[str, object] = {}
    if "background_color" in changes:
        values["fill"] = _fill(COLOURS[changes["background_color"]])
    if "font_color" in changes:
        values["font/color"] = ["rgb", COLOURS[changes["font_color"]], 0.0]
    if "bold" in changes:
        values["font/b"] = True if changes["bold"] else ABSENT
    if "alignment" in changes:
        values["alignment/horizontal"] = changes["alignment"]
    paths = {
        f"sheet/{cells.sheet}/cell/{cell}/{path}": value
        for cell in _uncovered(state, cells)
        for path, value in values.items()
        if not (path.startswith("font") and f"sheet/{cells.sheet}/cell/{cell}/runs" in state)
    }
    return Expected(changes=paths, free=cells.paths(*values, "runs"))


def _fill(colour: str) -> list[object]:
    return ["solid", ["rgb", colour, 0.0]]


def _highlight_arguments(state: State) -> st.SearchStrategy[Arguments]:
    colour = st.sampled_from((0, 255, 0xFFFF00, 0xFFFFFF, -1, 1 << 24, 1.5))
    return st.fixed_dictionaries({"range_str": ranges(state)}, optional={"color": colour})


def _highlight(state: State, arguments: Arguments) -> Expected:
    cells, colour = target(state, arguments["range_str"]), arguments.get("color", 0xFFFF00)
    if cells is None or colour not in range(1 << 24) or not _may_format(state, cells):
        return REFUSED
    fill = _fill(f"FF{colour:06X}")
    paths = {f"sheet/{cells.sheet}/cell/{cell}/fill": fill for cell in _uncovered(state, cells)}
    return Expected(changes=paths, free=cells.paths("fill"))


def _merge_arguments(state: State) -> st.SearchStrategy[Arguments]:
    return st.fixed_dictionaries({"range_str": ranges(state)})


def _merge(state: State, arguments: Arguments) -> Expected:
    cells = target(state, arguments["range_str"])
    if cells is None or is_protected(state, cells.sheet):
        return REFUSED
    if cells.whole:  # they end with the used area, which formats extend
        return Expected(error=None, free=(f"sheet/{cells.sheet}/merged/*", f"sheet/{cells.sheet}/cell/*"))
    area = CellRange(cells.area)
    touched = [merged for merged in merged_areas(state, cells.sheet) if not merged.isdisjoint(area)]
    comments = [cell for cell in cells.cells() if f"sheet/{cells.sheet}/cell/{cell}/comment" in state]
    hides_comment = any(cell != next(cells.cells()) for cell in comments)
    cuts = any(not merged.issubset(area) for merged in touched)
    arrays = any(not array.isdisjoint(area) for array in array_areas(state, cells.sheet))
    if cells.is_one_cell or cuts or arrays or hides_comment:
        return REFUSED
    changes: dict[str, object] = {f"sheet/{cells.sheet}/merged/{merged.coord}": ABSENT for merged in touched}
    changes[f"sheet/{cells.sheet}/merged/{cells.area}"] = True
    borders = cells.paths("border/*")
    first, *others = cells.cells()
    covered = tuple(path for path in cells.paths("*") if f"/{first}/" not in path)
    path = f"sheet/{cells.sheet}/cell"
    # openpyxl shows the link of a covered cell at the first one.
    links = any(f"{path}/{cell}/hyperlink" in state for cell in others)
    linked = (f"{path}/{first}/hyperlink", f"{path}/{first}/value") if links else ()
    return Expected(changes=changes, free=(*covered, *borders, *linked))


def _number_arguments(state: State) -> st.SearchStrategy[Arguments]:
    codes = st.sampled_from((*CODES, *_OTHER_CODES, *_NO_CODES))
    decimals = st.sampled_from((0, 3, 20, 21, -1))
    return st.fixed_dictionaries(
        {"range_str": ranges(state), "format_type": codes}, optional={"decimal_places": decimals}
    )


def _number(state: State, arguments: Arguments) -> Expected:
    cells, code = target(state, arguments["range_str"]), arguments["format_type"]
    decimals = arguments.get("decimal_places")
    takes_decimals = code in ("number", "thousands", "percent", "scientific", "EUR", "accounting")
    if cells is None or code in _NO_CODES or not _may_format(state, cells):
        return REFUSED
    if decimals is not None and (not 0 <= decimals <= 20 or not takes_decimals):
        return REFUSED
    # openpyxl reads numbers in cells with a date's format as dates
    free = cells.paths("number_format", "value", "shows")
    if code not in CODES or decimals is not None:
        return Expected(free=free)
    paths: dict[str, object] = {
        f"sheet/{cells.sheet}/cell/{cell}/number_format": CODES[code] for cell in _uncovered(state, cells)
    }
    return Expected(changes=paths, free=free)


FORMAT_PROMISES: Final = [
    Promise(
        f"{PREFIX}format_range",
        "The cells, and the parts of their text, have the given fill, text colour, weight and alignment; whole "
        "columns and rows as far as the sheet is used.",
        "A range or sheet that is none, a protected sheet, cells behind a merged cell, an unknown colour, no format.",
        _format_arguments,
        _format,
    ),
    Promise(
        f"{PREFIX}highlight_range",
        "The cells have the fill colour; whole columns and rows as far as the sheet is used.",
        "A range or sheet that is none, a protected sheet, cells behind a merged cell, a number that is no colour.",
        _highlight_arguments,
        _highlight,
    ),
    Promise(
        f"{PREFIX}merge_cells",
        "The cells are one merged cell; smaller merged cells within are part of it.",
        "One cell, a protected sheet, a range that cuts merged cells, holds an array formula, or would delete a "
        "comment.",
        _merge_arguments,
        _merge,
    ),
    Promise(
        f"{PREFIX}set_number_format",
        "The cells have the number format; their values stay.",
        "A range or sheet that is none, a protected sheet, cells behind a merged cell, a format that is none, "
        "decimals where they have no meaning.",
        _number_arguments,
        _number,
    ),
]
"""What Calc's tools for formats promise."""
