"""Differences of presentations: one thing changed about a table or chart gives that change alone."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from pptx.dml.color import RGBColor
from pptx.util import Cm

from tests.checkers.differences.presentations.presentation_decks import (
    BOTH,
    DeckChange,
    differences,
    fill_solid,
    replace_children,
    shape,
    xml,
)

pytestmark = pytest.mark.sampled

RED = RGBColor(255, 0, 0)


def on_table(change: Callable[[Any], object]) -> DeckChange:
    return lambda deck: change(shape(deck, 3, "Prices").table)


def on_chart(change: Callable[[Any], object]) -> DeckChange:
    return lambda deck: change(shape(deck, 3, "Sales").chart)


def write_cell(table: Any) -> None:
    table.cell(1, 0).text_frame.paragraphs[0].runs[0].text = "Coffee"


def make_cell_bold(table: Any) -> None:
    table.cell(1, 0).text_frame.paragraphs[0].runs[0].font.bold = True


def draw_border(table: Any) -> None:
    properties = table.cell(1, 0)._tc.get_or_add_tcPr()
    replace_children(properties, "lnB")
    fill = '<a:solidFill><a:srgbClr val="FF0000"/></a:solidFill>'
    properties.insert(0, xml(f'<a:lnB w="12700">{fill}</a:lnB>'))


def replace_value(old: str, new: str) -> DeckChange:
    """Return a change of what the chart holds for a value or category."""

    def change(chart: Any) -> None:
        for value in chart._chartSpace.iter("{*}v"):
            value.text = new if value.text == old else value.text

    return on_chart(change)


def write_title(chart: Any) -> None:
    chart.chart_title.text_frame.paragraphs[0].runs[0].text = "Bought"


def stack(chart: Any) -> None:
    next(chart._chartSpace.iter("{*}grouping")).set("val", "stacked")


DATA_CHANGES: list[tuple[str, DeckChange, list[str]]] = [
    (
        "table moved",
        lambda deck: setattr(shape(deck, 3, "Prices"), "left", Cm(2)),
        ["slide 3/table Prices: left was 1.00 cm, is 2.00 cm"],
    ),
    (
        "text of a cell",
        on_table(write_cell),
        ["slide 3/table Prices/row 2/cell 1/paragraph 1: text was 'Tea', is 'Coffee'"],
    ),
    (
        "format of a cell's text",
        on_table(make_cell_bold),
        ["slide 3/table Prices/row 2/cell 1/paragraph 1/characters 'Tea': bold was nothing, is True"],
    ),
    (
        "fill of a cell",
        on_table(lambda table: fill_solid(table.cell(1, 0), RED)),
        ["slide 3/table Prices/row 2/cell 1: fill was '#D0D8E7', is '#FF0000'"],
    ),
    (
        "border of a cell",
        on_table(draw_border),
        ["slide 3/table Prices/row 2/cell 1: bottom line was '#FFFFFF', is '#FF0000'"],
    ),
    (
        "width of a column",
        on_table(lambda table: setattr(table.columns[0], "width", Cm(7))),
        ["slide 3/table Prices/column 1: width was 5.00 cm, is 7.00 cm"],
    ),
    (
        "height of a row",
        on_table(lambda table: setattr(table.rows[2], "height", Cm(3))),
        ["slide 3/table Prices/row 3: height was 1.33 cm, is 3.00 cm"],
    ),
    (
        "row removed",
        on_table(lambda table: table._tbl.remove(table._tbl.tr_lst[2])),
        ["slide 3/table Prices/row 3: removed: 'Cake\\n\\n3'"],
    ),
    (
        "chart moved",
        lambda deck: setattr(shape(deck, 3, "Sales"), "left", Cm(13)),
        ["slide 3/chart Sales: left was 12.00 cm, is 13.00 cm"],
    ),
    ("title of a chart", on_chart(write_title), ["slide 3/chart Sales: title was 'Sold', is 'Bought'"]),
    ("value", replace_value("12", "99"), ["slide 3/chart Sales/series 1: text was '12', is '99'"]),
    (
        "category",
        replace_value("Mon", "Sun"),
        ["slide 3/chart Sales: categories was 'Mon, Tue', is 'Sun, Tue'"],
    ),
    (
        "name of a series",
        replace_value("Cups", "Mugs"),
        ["slide 3/chart Sales/series 1: name was 'Cups', is 'Mugs'"],
    ),
    (
        "colour of a series",
        on_chart(lambda chart: fill_solid(chart.plots[0].series[0].format, RED)),
        ["slide 3/chart Sales/series 1: colour was '#4F81BD', is '#FF0000'"],
    ),
    (
        "legend removed",
        on_chart(lambda chart: setattr(chart, "has_legend", False)),
        ["slide 3/chart Sales: legend was 'r', is nothing"],
    ),
    (
        "kind of a chart",
        on_chart(stack),
        ["slide 3/chart Sales: kind was 'bar col clustered', is 'bar col stacked'"],
    ),
]


@pytest.mark.parametrize("start", BOTH)
@pytest.mark.parametrize(("change", "expected"), [pytest.param(*row[1:], id=row[0]) for row in DATA_CHANGES])
def test_one_change_of_data_is_seen_alone(start: str, change: DeckChange, expected: list[str]) -> None:
    assert differences(start, change) == expected


def test_merged_cells_are_one(start: str = "presentation_slides") -> None:
    changes = differences(start, on_table(lambda table: table.cell(1, 0).merge(table.cell(1, 1))))
    assert "slide 3/table Prices/row 2/cell 1: columns spanned was nothing, is 2" in changes
    assert "slide 3/table Prices/row 2/cell 2: removed: '2'" in changes
