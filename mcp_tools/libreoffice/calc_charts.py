"""Calc's tool for charts."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import Field

from mcp_tools.libreoffice.cell_ranges import actual_area
from mcp_tools.libreoffice.office import struct
from mcp_tools.libreoffice.ranges import parse_range
from mcp_tools.libreoffice.sheets import (
    area_of,
    place,
    refuse_enormous,
    refuse_protected_sheet,
    sheet_named,
    used_area,
    workbook,
)
from mcp_tools.messages import shorten
from mcp_tools.registry import ToolError, tool

CHART_SIZE = (14_000, 9_000)
"""Width and height of a new chart in 1/100 mm."""

GAP = 300
"""Between the data and a new chart in 1/100 mm."""

RIGHT_TO_LEFT = 1
"""com.sun.star.text.WritingMode2.RL_TB, of a sheet."""

MAX_TITLE = 1_000
"""Characters of a title. LibreOffice takes seconds to lay out longer ones."""

_DIAGRAMS = {
    "column": ("com.sun.star.chart.BarDiagram", {"Vertical": False}),
    "bar": ("com.sun.star.chart.BarDiagram", {"Vertical": True}),
    "line": ("com.sun.star.chart.LineDiagram", {}),
    "area": ("com.sun.star.chart.AreaDiagram", {}),
    "pie": ("com.sun.star.chart.PieDiagram", {}),
    "donut": ("com.sun.star.chart.DonutDiagram", {}),
    "scatter": ("com.sun.star.chart.XYDiagram", {}),
}


@tool("osworld_mcp_libreoffice_calc.create_chart", app="libreoffice_calc")
def create_chart(
    chart_type: Annotated[
        Literal["column", "bar", "line", "area", "pie", "donut", "scatter"],
        Field(description='"column" has upright bars, "bar" lying ones.'),
    ],
    data_range: Annotated[
        str,
        Field(description='Data with titles and categories, such as "A1:C7".'),
    ],
    title: Annotated[str | None, Field(description="Title above the chart.")] = None,
    x_axis_title: Annotated[str | None, Field(description="Title of the category axis.")] = None,
    y_axis_title: Annotated[str | None, Field(description="Title of the value axis.")] = None,
) -> str:
    """Insert a chart of a data range into the active sheet, right of its data (left of it on a right-to-left sheet).

    A first row or first column of text gives the names of series and categories.
    """
    area = parse_range(data_range)
    titles = {"title": title, "x_axis_title": x_axis_title, "y_axis_title": y_axis_title}
    for name, text in titles.items():
        _check_title(name, text)
    if chart_type in ("pie", "donut") and (x_axis_title or y_axis_title):
        raise ToolError(f"A {chart_type} chart has no axes: leave out x_axis_title and y_axis_title.")
    with workbook() as book:
        source, cells = area_of(book, area)
        data_name = actual_area(cells).name
        if ":" not in data_name:
            raise ToolError(f'{shorten(data_range)} is one cell. Give the whole data range, such as "A1:C7".')
        sheet = sheet_named(book, None)
        refuse_protected_sheet(sheet)
        refuse_enormous(cells)
        data = cells.getDataArray()
        if not any(isinstance(cell, float) for row in data for cell in row):
            raise ToolError(f"{data_name} of sheet {source.getName()} holds no numbers to draw.")
        charts = sheet.getCharts()
        name = _new_name(book)
        charts.addNewByName(
            name,
            _free_rectangle(sheet),
            (cells.getRangeAddress(),),
            all(isinstance(cell, str) for cell in data[0][1:] or data[0]),
            all(isinstance(row[0], str) for row in data[1:] or data) and len(data[0]) > 1,
        )
        chart = charts.getByName(name).getEmbeddedObject()
        _shape(chart, chart_type)
        _title(chart, "HasMainTitle", "Title", title)
        diagram = chart.getDiagram()
        _title(diagram, "HasXAxisTitle", "XAxisTitle", x_axis_title)
        _title(diagram, "HasYAxisTitle", "YAxisTitle", y_axis_title)
        origin = "" if source.getName() == sheet.getName() else f" of sheet {source.getName()}"
        article = "an" if chart_type == "area" else "a"
        return f"Inserted {article} {chart_type} chart of {data_name}{origin} into {place(book, sheet)}."


def _check_title(name: str, text: str | None) -> None:
    if not text:
        return
    if len(text) > MAX_TITLE:
        raise ToolError(f"{name} has {len(text):,} characters; a chart's title has at most {MAX_TITLE:,}.")
    if not text.strip() or not text.replace("\n", "").isprintable():
        raise ToolError(
            f"{name} {shorten(text)} is no title: write printable text, with line breaks at most."
        )


def _shape(chart: Any, chart_type: str) -> None:
    service, properties = _DIAGRAMS[chart_type]
    chart.setDiagram(chart.createInstance(service))
    for name, value in properties.items():
        chart.getDiagram().setPropertyValue(name, value)


def _title(owner: Any, switch: str, holder: str, text: str | None) -> None:
    if text:
        owner.setPropertyValue(switch, True)
        title = getattr(owner, holder)
        title.setPropertyValue("String", text)
        if title.getPropertyValue("String") != text:
            raise ToolError(f"LibreOffice did not take {shorten(text)} as a title.")


def _new_name(book: Any) -> str:
    """A name that no chart and no other object of any sheet has: LibreOffice refuses it else."""
    names: set[str] = set()
    for sheet in (book.getSheets().getByIndex(i) for i in range(book.getSheets().getCount())):
        names.update(sheet.getCharts().getElementNames())
        page = sheet.getDrawPage()
        names.update(page.getByIndex(i).getName() for i in range(page.getCount()))
    return next(name for number in range(1, len(names) + 2) if (name := f"Chart {number}") not in names)


def _free_rectangle(sheet: Any) -> Any:
    """A rectangle just beyond the used area's last column, below charts already there, in 1/100 mm."""
    used = used_area(sheet)
    corner = sheet.getCellByPosition(used.last_column + 1, 1)
    position, (width, height) = corner.getPropertyValue("Position"), CHART_SIZE
    left, top = position.X + GAP, position.Y
    if sheet.getPropertyValue("TableLayout") == RIGHT_TO_LEFT:  # x is negative there
        left = position.X + corner.getPropertyValue("Size").Width - GAP - width
    page = sheet.getDrawPage()
    for shape in (page.getByIndex(i) for i in range(page.getCount())):
        top = max(top, shape.getPosition().Y + shape.getSize().Height + 500)
    return struct("com.sun.star.awt.Rectangle", X=left, Y=top, Width=width, Height=height)
