"""What Calc's tools for charts, pivot tables and files promise."""

from __future__ import annotations

from typing import Final

from hypothesis import strategies as st
from openpyxl.utils import get_column_letter

from tests.guest.fuzz.calc_model import PREFIX, active, last_cell, merged_areas, sheet_called
from tests.guest.fuzz.calc_targets import Target, is_protected, ranges, target
from tests.guest.fuzz.promises import REFUSED, Arguments, Expected, Promise, State, Where

_CHARTS: Final = {
    "column": "BarChart",
    "bar": "BarChart",
    "line": "LineChart",
    "area": "AreaChart",
    "pie": "PieChart",
    "donut": "DoughnutChart",
    "scatter": "ScatterChart",
}
_TITLES: Final = (
    "Prices",
    "Größe 数量 😀",
    "two\nlines",
    "x" * 1_000,
    "x" * 1_001,
    "x" * 1_000_000,
    "a\x01",
    " ",
    "",
)


def _chart_arguments(state: State) -> st.SearchStrategy[Arguments]:
    title = st.sampled_from(_TITLES)
    data = st.one_of(st.sampled_from(("A1:B6", "A1:B6", "A1:E6", "B2:B6", "B:B", "A1:C3")), ranges(state))
    return st.fixed_dictionaries(
        {"chart_type": st.sampled_from((*_CHARTS, "radar")), "data_range": data},
        optional={"title": title, "x_axis_title": title, "y_axis_title": title},
    )


def _chart(state: State, arguments: Arguments) -> Expected:
    cells, sheet, kind = target(state, arguments["data_range"]), active(state), arguments["chart_type"]
    titles = {name: text for name, text in arguments.items() if name.endswith("title") and text}
    if cells is None or kind not in _CHARTS or is_protected(state, sheet):
        return REFUSED
    if any(not text.strip() or "\x01" in text or len(text) > 1_000 for text in titles.values()):
        return REFUSED
    if kind in ("pie", "donut") and titles.keys() - {"title"}:
        return REFUSED
    if cells.is_one_cell and not cells.whole:
        return REFUSED
    number = sum(path.startswith(f"sheet/{sheet}/chart/") for path in state)
    new = {f"sheet/{sheet}/chart/{number}": _is_chart(_CHARTS[kind], titles.get("title", ""))}
    end = f"sheet/{sheet}/chart_end/{number}"
    charts = (f"sheet/{sheet}/chart/*", end)
    if cells.whole or merged_areas(state, cells.sheet):
        return Expected(error=None, free=charts)
    if not _has_number(state, cells):
        return REFUSED
    return Expected(changes=new, free=(end,))


def _is_chart(kind: str, title: str) -> Where:
    def holds(chart: object) -> bool:
        return isinstance(chart, list) and chart[0] == kind and chart[1] == title.replace("\n", "")

    return Where(holds, f"a {kind} with the title {title[:80]!r}")


def _has_number(state: State, cells: Target) -> bool:
    return any(_is_number(state, cells.sheet, cell) for cell in cells.cells())


def _is_number(state: State, sheet: str, cell: str) -> bool:
    path = f"sheet/{sheet}/cell/{cell}"
    shown = state.get(f"{path}/shows", state.get(f"{path}/value"))
    dated = isinstance(shown, str) and "y" in str(state.get(f"{path}/number_format", ""))
    return isinstance(shown, (int, float)) or dated


def _pivot_arguments(_state: State) -> st.SearchStrategy[Arguments]:
    fields = st.lists(
        st.sampled_from(("Item", "Price", "Region", "Users", "price", "Nothing")), min_size=1, max_size=2
    )
    return st.fixed_dictionaries(
        {
            "source_sheet": st.sampled_from(
                ("Sales", "Sales", "Sales", "sales", "Notes", "Missing", "book", "")
            ),
            "table_name": st.sampled_from(("P", "P", "Totals 数", " ", "", "a\x01", "x" * 256)),
            "value_fields": fields,
        },
        optional={
            "row_fields": fields,
            "col_fields": fields,
            "aggregation_function": st.sampled_from(("sum", "count", "average", "median", "variance")),
            "target_cell": st.sampled_from(
                ("K1", "K1", "Last.D1", "A1", "XFD1048576", "A1:B2", "", "Missing.A1", "Z" * 1_000)
            ),
        },
    )


def _pivot(state: State, arguments: Arguments) -> Expected:
    """Refusals are modelled; of the result, where it may be: right of and below the target, and no step besides."""
    source, name = sheet_called(state, arguments["source_sheet"]), arguments["table_name"]
    at = arguments.get("target_cell", "")
    where = target(state, at) if at else None
    sheet = where.sheet if where else active(state)
    wrong = (
        source is None
        or not arguments["source_sheet"]
        or not name.strip()
        or not name.isprintable()
        or len(name) > 255
        or (at and (where is None or not where.is_one_cell))
        or arguments.get("aggregation_function") == "variance"
        or is_protected(state, sheet)
        or at == "XFD1048576"
    )
    if wrong:
        return REFUSED
    first = where.min_col if where else last_cell(state, sheet)[0] + 1
    columns = range(first, first + 40)
    places = tuple(f"sheet/{sheet}/{part}" for part in ("rows/*/height",))
    return Expected(
        error=None,
        free=(*places, *(f"sheet/{sheet}/cell/{get_column_letter(column)}[0-9]*" for column in columns)),
        seconds=15.0,
    )


OBJECT_PROMISES: Final = [
    Promise(
        f"{PREFIX}create_chart",
        "The active sheet has one more chart, of the range (of any sheet), with the titles, right of its data.",
        "A range or sheet that is none, one cell, no numbers, a protected sheet, axis titles of a pie, a title of "
        "more than 1,000 or of unprintable characters.",
        _chart_arguments,
        _chart,
    ),
    Promise(
        f"{PREFIX}create_pivot_table",
        "The sheet has a pivot table of the data at the target cell; cells left of or above it stay.",
        "Unknown sheets and columns, a name that is taken or none, no data, no numbers to aggregate, filled or merged "
        "cells where it goes, too little room, a protected sheet.",
        _pivot_arguments,
        _pivot,
    ),
]
"""What Calc's tools for charts and pivot tables promise."""
