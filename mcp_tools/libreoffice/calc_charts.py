"""Calc's tool for charts."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import Field

from mcp_tools.libreoffice.office import struct
from mcp_tools.libreoffice.ranges import parse_range
from mcp_tools.libreoffice.sheets import area_of, place, refuse_protected_sheet, used_area, workbook
from mcp_tools.registry import ToolError, tool

CHART_SIZE = (14_000, 9_000)
"""Width and height of a new chart in 1/100 mm."""

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
    """Insert a chart of a data range into the active sheet, right of its data.

    A first row or first column of text gives the names of series and categories.
    """
    area = parse_range(data_range)
    if ":" not in area.name:
        raise ToolError(f'"{data_range}" is one cell. Give the whole data range, such as "A1:C7".')
    if chart_type in ("pie", "donut") and (x_axis_title or y_axis_title):
        raise ToolError(f"A {chart_type} chart has no axes: leave out x_axis_title and y_axis_title.")
    with workbook() as book:
        sheet, cells = area_of(book, area)
        refuse_protected_sheet(sheet)
        data = cells.getDataArray()
        if not any(isinstance(cell, float) for row in data for cell in row):
            raise ToolError(f"{area.name} of sheet {sheet.getName()} holds no numbers to draw.")
        charts = sheet.getCharts()
        name = _new_name(charts.getElementNames())
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
        return f"Inserted a {chart_type} chart of {area.name} into {place(book, sheet)}."


def _shape(chart: Any, chart_type: str) -> None:
    service, properties = _DIAGRAMS[chart_type]
    chart.setDiagram(chart.createInstance(service))
    for name, value in properties.items():
        chart.getDiagram().setPropertyValue(name, value)


def _title(owner: Any, switch: str, holder: str, text: str | None) -> None:
    if text:
        owner.setPropertyValue(switch, True)
        getattr(owner, holder).setPropertyValue("String", text)


def _new_name(names: tuple[str, ...]) -> str:
    return next(name for number in range(1, len(names) + 2) if (name := f"Chart {number}") not in names)


def _free_rectangle(sheet: Any) -> Any:
    """A rectangle just right of the used area and of charts already there, in 1/100 mm."""
    used = used_area(sheet)
    corner = sheet.getCellByPosition(used.last_column + 1, 1)
    left, top = corner.getPropertyValue("Position").X + 300, corner.getPropertyValue("Position").Y
    page = sheet.getDrawPage()
    for shape in (page.getByIndex(i) for i in range(page.getCount())):
        top = max(top, shape.getPosition().Y + shape.getSize().Height + 500)
    width, height = CHART_SIZE
    return struct("com.sun.star.awt.Rectangle", X=left, Y=top, Width=width, Height=height)
