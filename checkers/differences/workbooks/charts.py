"""Charts."""

from __future__ import annotations

from collections.abc import Iterator
from xml.etree.ElementTree import Element

from checkers.differences.tree import Span, TreeNode, Value
from checkers.differences.workbooks.colours import Colours, transformed
from checkers.differences.workbooks.formulas import canonical_formula
from checkers.differences.workbooks.parts import DRAWING, local_name, present

_CHART = "{http://schemas.openxmlformats.org/drawingml/2006/chart}"
_LINES = ("lineChart", "scatterChart", "radarChart", "stockChart")
_ROUND = ("pieChart", "doughnutChart", "pie3DChart", "ofPieChart")
_STACKED = ("stacked", "percentStacked")
_AXES = ("catAx", "valAx", "dateAx")
_LABELS = {
    "showVal": "value", "showCatName": "category", "showSerName": "series", "showPercent": "percent",
    "showLegendKey": "legend key",
}  # fmt: skip
_ACCENTS = 6
_LINE_STYLE = (("shade", 95_000), ("satMod", 105_000))
"""What a theme of Office makes of the accent colours for lines."""


def chart_node(root: Element, colours: Colours, place: dict[str, Value]) -> TreeNode:
    """Return a chart at a place: its kind, title, axes, legend and series.

    A colour that is not set is that which LibreOffice gives the series, for it writes it into the file. The text of
    a series is what names it. Fonts, widths of lines and gaps, number formats of axes are left out.
    """
    chart = root.find(f"{_CHART}chart")
    chart = chart if chart is not None else Element("chart")
    plot = chart.find(f"{_CHART}plotArea")
    groups = [each for each in (plot if plot is not None else ()) if local_name(each).endswith("Chart")]
    legend = chart.find(f"{_CHART}legend")
    attributes: dict[str, Value] = {
        **place,
        "kind": " and ".join(map(_kind, groups)),
        "stacked": next((text for each in groups if (text := _value(each, "grouping")) in _STACKED), None),
        "title": _title(chart),
        "legend": None if legend is None else _value(legend, "legendPos", "r"),
        "background": colours.fill(root.find(f"{_CHART}spPr")),
    }
    if attributes["background"] == "FFFFFF":
        attributes["background"] = None  # LibreOffice writes what Excel gives a chart without a background
    children = (*_axes(plot), *_series_nodes(groups, colours))
    return TreeNode("chart", "", present(attributes), children=children)


def _kind(group: Element) -> str:
    kind = local_name(group).removesuffix("Chart")
    return kind.replace("bar", "column") if _value(group, "barDir", "bar") == "col" else kind


def _axes(plot: Element | None) -> Iterator[TreeNode]:
    """Yield the axes of the first group: that of the categories or of x, and that of the values."""
    axes = [each for each in (plot if plot is not None else ()) if local_name(each) in _AXES]
    radar = plot is not None and plot.find(f"{_CHART}radarChart") is not None
    for name, axis in zip(("x", "y"), axes, strict=False):
        scaling = axis.find(f"{_CHART}scaling")
        attributes: dict[str, Value] = {
            "title": _title(axis),
            "hidden": _value(axis, "delete", "0") in ("1", "true"),
            "minimum": _value(scaling, "min"),
            "maximum": _value(scaling, "max"),
            "logarithmic": scaling is not None and scaling.find(f"{_CHART}logBase") is not None,
            # LibreOffice turns the axis of a radar chart round whenever it saves it
            "reversed": _value(scaling, "orientation") == "maxMin" and not radar,
            "gridlines": axis.find(f"{_CHART}majorGridlines") is not None,
            "minor gridlines": axis.find(f"{_CHART}minorGridlines") is not None,
        }
        yield TreeNode("axis", name, present(attributes))


def _series_nodes(groups: list[Element], colours: Colours) -> Iterator[TreeNode]:
    pairs = [(group, each) for group in groups for each in group.findall(f"{_CHART}ser")]
    categories = next((text for _, each in pairs if (text := _formula(each, "cat"))), "")
    for index, (group, series) in enumerate(pairs):
        kind = local_name(group)
        automatic = _automatic(index, len(pairs), colours)
        if kind in _LINES:
            automatic = transformed(automatic, _LINE_STYLE)
        attributes: dict[str, Value] = {
            "values": _formula(series, "val") or _formula(series, "yVal"),
            "categories": _formula(series, "xVal") or _formula(series, "cat") or categories,
            "sizes": _formula(series, "bubbleSize"),
            "colour": _colour(series.find(f"{_CHART}spPr"), kind, colours) or automatic,
            "labels": _labels(group, series),
            "smooth": kind in ("lineChart", "scatterChart")
            and _value(series, "smooth", "1") in ("1", "true"),
            "without markers": kind in _LINES and _value(series.find(f"{_CHART}marker"), "symbol") == "none",
            "trend line": _value(series.find(f"{_CHART}trendline"), "trendlineType"),
        }
        name = _formula(series, "tx") or series.findtext(f"{_CHART}tx/{_CHART}v", "")
        points = tuple(_points(series, kind, automatic, colours))
        yield TreeNode("series", "", present(attributes), (Span(name),), points)


def _points(series: Element, kind: str, automatic: str, colours: Colours) -> Iterator[TreeNode]:
    """Yield the points that have a colour other than they would get."""
    points = series.findall(f"{_CHART}dPt")
    own = _colour(series.find(f"{_CHART}spPr"), kind, colours) or automatic
    count = _point_count(series)
    for point in points:
        index = int(_value(point, "idx", "0") or 0)
        usual = _automatic(index, count, colours) if kind in _ROUND else own
        colour = _colour(point.find(f"{_CHART}spPr"), kind, colours)
        if colour not in (None, usual):
            yield TreeNode("point", str(index + 1), {"colour": colour})


def _point_count(series: Element) -> int:
    count = next(series.iterfind(f"{_CHART}val//{_CHART}ptCount"), None)
    if count is not None:
        return int(count.get("val", "0"))
    return len(series.findall(f"{_CHART}dPt"))


def _automatic(index: int, count: int, colours: Colours) -> str:
    """Return the colour of a series or point: an accent colour, in as many shades as there are rounds of them."""
    rounds = (count - 1) // _ACCENTS + 2
    shade = (index // _ACCENTS + 1) / rounds * 1.4 - 0.7
    accent = colours.accent(index)
    amount = int(shade * 100_000 + 0.5)
    if not amount:
        return accent
    return transformed(accent, [("shade", 100_000 + amount) if amount < 0 else ("tint", 100_000 - amount)])


def _colour(properties: Element | None, kind: str, colours: Colours) -> str | None:
    """Return the colour of a series or point as it is set: that of its line if it is drawn as one."""
    if properties is not None and kind in _LINES:
        properties = properties.find(f"{DRAWING}ln")
    return colours.fill(properties)


def _labels(group: Element, series: Element) -> str:
    """Return what the labels of a series show; what a file does not say is shown, as LibreOffice has it."""
    for parent in (series, group):
        labels = parent.find(f"{_CHART}dLbls")
        if labels is not None and _value(labels, "delete", "0") not in ("1", "true"):
            names = [
                name for element, name in _LABELS.items() if _value(labels, element, "1") in ("1", "true")
            ]
            if local_name(group) not in _ROUND and "percent" in names:
                names.remove("percent")
            return ", ".join(names)
    return ""


def _title(parent: Element) -> str | None:
    """Return a title; "automatic" where the program makes one."""
    title = parent.find(f"{_CHART}title")
    if title is None:
        return None
    text = title.find(f"{_CHART}tx")
    if text is None:
        return "automatic"
    if (rich := text.find(f"{_CHART}rich")) is not None:
        paragraphs = rich.iterfind(f"{DRAWING}p")
        return "\n".join("".join(t.text or "" for t in p.iter(f"{DRAWING}t")) for p in paragraphs)
    return "".join(each.text or "" for each in text.iter(f"{_CHART}v"))


def _formula(series: Element, name: str) -> str:
    element = series.find(f"{_CHART}{name}")
    formula = next(element.iter(f"{_CHART}f"), None) if element is not None else None
    return canonical_formula(formula.text or "") if formula is not None else ""


def _value(parent: Element | None, name: str, default: str | None = None) -> str | None:
    element = parent.find(f"{_CHART}{name}") if parent is not None else None
    return default if element is None else element.get("val", default)
