"""Edits of charts, which workbooks, presentations and text documents of Office's form have in parts of their own."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial

from controller.proofs.mutants.additive.edits import Edit
from controller.proofs.mutants.additive.package import Element, insert_child, parse, set_child

CHART = "http://schemas.openxmlformats.org/drawingml/2006/chart"
DRAWING = "http://schemas.openxmlformats.org/drawingml/2006/main"
_CHART = (
    *("title", "autoTitleDeleted", "pivotFmts", "view3D", "floor", "sideWall", "backWall", "plotArea"),
    *("legend", "plotVisOnly", "dispBlanksAs"),
)
_SERIES = (
    *("idx", "order", "tx", "spPr", "invertIfNegative", "pictureOptions", "marker", "explosion", "dPt"),
    *(
        "dLbls",
        "trendline",
        "errBars",
        "cat",
        "xVal",
        "val",
        "yVal",
        "smooth",
        "shape",
        "bubbleSize",
        "extLst",
    ),
)
_FILL = '<a:solidFill><a:srgbClr val="C2185B"/></a:solidFill>'
_RICH = "<a:bodyPr/><a:p><a:r><a:t>Added</a:t></a:r></a:p>"


def _change_titles(root: Element) -> Iterator[Edit]:
    """Change a title, or give one to a chart that has none."""
    chart = root.find(_tag("chart"))
    title = chart.find(_tag("title"))
    texts = [] if title is None else list(title.iter(f"{{{DRAWING}}}t"))
    if texts:
        yield Edit("its title", partial(setattr, texts[0], "text", f"{texts[0].text} Added"))
    else:
        yield Edit("its title", partial(_add_title, chart))


def _colour_series(root: Element) -> Iterator[Edit]:
    for number, series in enumerate(root.iter(_tag("ser")), 1):
        yield Edit(f"series {number}", partial(_colour, series))


def _change_legend(root: Element) -> Iterator[Edit]:
    """Remove the legend, or add one."""
    chart = root.find(_tag("chart"))
    legend = chart.find(_tag("legend"))
    if legend is not None:
        yield Edit("its legend", partial(chart.remove, legend))
    else:
        position = _fragment('<c:legend><c:legendPos val="b"/></c:legend>')
        yield Edit("its legend", partial(insert_child, chart, position, _CHART))


def _add_title(chart: Element) -> None:
    for former in chart.findall(_tag("title")):
        chart.remove(former)
    insert_child(chart, _fragment(f"<c:title><c:tx><c:rich>{_RICH}</c:rich></c:tx></c:title>"), _CHART)
    set_child(chart, "autoTitleDeleted", _CHART, val="0")


def _colour(series: Element) -> None:
    """Give a series one colour, also those of its points that have their own."""
    for points in series.getparent().findall(_tag("varyColors")):
        points.set("val", "0")
    for point in series.findall(_tag("dPt")):
        series.remove(point)
    for former in series.findall(_tag("spPr")):
        series.remove(former)
    line = f'<a:ln w="28575">{_FILL}</a:ln>'
    insert_child(series, _fragment(f"<c:spPr>{_FILL}{line}</c:spPr>"), _SERIES)


def _tag(name: str) -> str:
    return f"{{{CHART}}}{name}"


def _fragment(xml: str) -> Element:
    name, rest = xml[1:].split(">", 1)
    return parse(f'<{name} xmlns:c="{CHART}" xmlns:a="{DRAWING}">{rest}')


CHART_RULES: dict[str, Callable[[Element], Iterator[Edit]]] = {
    "chart title changed": _change_titles,
    "chart series recoloured": _colour_series,
    "chart legend changed": _change_legend,
}
