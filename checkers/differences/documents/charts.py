"""Charts of docx documents: their kinds, titles and data."""

from __future__ import annotations

from collections.abc import Iterator
from xml.etree.ElementTree import Element

from checkers.differences.documents.properties import tag_of
from checkers.differences.documents.shapes import parts_of
from checkers.differences.documents.story import Source
from checkers.differences.documents.theme import A, Theme, drawing_colour, is_near
from checkers.differences.tree import Span, TreeNode, Value

_CHART = "{http://schemas.openxmlformats.org/drawingml/2006/chart}"
_ACCENTS = 6
_NEAR = 8
"""How far the channels of a colour may be from the automatic one to be that: programs shade lines."""
_WITHOUT_COLOUR = {"pieChart", "pie3DChart", "doughnutChart", "ofPieChart", "scatterChart", "bubbleChart"}
"""Charts whose series have a colour for each point, or one that LibreOffice chooses."""


def read_chart(source: Source, path: str) -> TreeNode:
    """Read the chart in a part. Raises Unusable if the part is missing."""
    root = source.package.xml(path)
    area = root.find(f"{_CHART}chart/{_CHART}plotArea")
    plots = [each for each in area if tag_of(each).endswith("Chart")] if area is not None else []
    attributes: dict[str, Value] = {
        "kind": ", ".join(_kind(plot) for plot in plots),
        "title": _text(root.find(f"{_CHART}chart/{_CHART}title")) or _automatic_title(root),
        "legend": _value(root.find(f"{_CHART}chart/{_CHART}legend/{_CHART}legendPos")),
    }
    for axis in area if area is not None else ():
        if tag_of(axis).endswith("Ax"):
            attributes[f"title of axis {_value(axis.find(f'{_CHART}axPos')) or ''}"] = _text(
                axis.find(f"{_CHART}title")
            )
    series = [
        _series(each, plot, index, source.formats.theme)
        for plot in plots
        for index, each in enumerate(plot.findall(f"{_CHART}ser"))
    ]
    return TreeNode("chart", attributes=attributes, children=tuple(series))


def _automatic_title(root: Element) -> str | None:
    """Return the title of a chart that has none: the name of its only series, unless the title was deleted.

    A chart of points has none.
    """
    deleted = root.find(f"{_CHART}chart/{_CHART}autoTitleDeleted")
    series = list(root.iter(f"{_CHART}ser"))
    is_plot = any(root.iter(f"{_CHART}scatterChart")) or any(root.iter(f"{_CHART}bubbleChart"))
    if is_plot or len(series) != 1 or (deleted is not None and deleted.get("val", "1") in ("1", "true")):
        return None
    return ", ".join(_points(series[0].find(f"{_CHART}tx"))) or None


def _kind(plot: Element) -> str:
    """Return the kind of a chart as its tag has it, with the direction and grouping: "bar col clustered"."""
    more = (_value(plot.find(f"{_CHART}{tag}")) for tag in ("barDir", "grouping"))
    return " ".join([tag_of(plot).removesuffix("Chart"), *(each for each in more if each)])


def _series(element: Element, plot: Element, index: int, theme: Theme) -> TreeNode:
    attributes: dict[str, Value] = {"name": ", ".join(_points(element.find(f"{_CHART}tx")))}
    for tag, shown in (("cat", "categories"), ("xVal", "x values"), ("bubbleSize", "sizes")):
        attributes[shown] = ", ".join(_points(element.find(f"{_CHART}{tag}"))) or None
    if tag_of(plot) not in _WITHOUT_COLOUR:
        shape = parts_of(element.find(f"{_CHART}spPr"))
        own = drawing_colour(shape.get("solidFill", parts_of(shape.get("ln")).get("solidFill")), theme)
        automatic = theme.colour(f"accent{index % _ACCENTS + 1}")
        attributes["colour"] = automatic if own is None or is_near(own, automatic, _NEAR) else own
    values = element.find(f"{_CHART}val")
    points = _points(values if values is not None else element.find(f"{_CHART}yVal"))
    return TreeNode("series", attributes=attributes, spans=(Span(", ".join(points)),))


def _points(data: Element | None) -> Iterator[str]:
    """Yield the texts or numbers of a series; a number is written in one way."""
    for point in data.iter(f"{_CHART}v") if data is not None else ():
        text = (point.text or "").strip()
        try:
            yield f"{float(text):.10g}"
        except ValueError:
            yield text


def _text(title: Element | None) -> str | None:
    runs = [each.text or "" for each in title.iter(f"{A}t")] if title is not None else []
    return "".join(runs) or (", ".join(_points(title)) or None)


def _value(element: Element | None) -> str | None:
    return element.get("val") if element is not None else None
