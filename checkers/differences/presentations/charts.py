"""Charts of presentations: their kinds, titles, axes and data."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any

from checkers.differences.presentations.fills import Attributes, find_fill
from checkers.differences.presentations.pages import Page
from checkers.differences.presentations.xml import children, find, find_all, get, is_on, local_name
from checkers.differences.tree import Span, TreeNode

_ACCENTS = 6
_BY_POINT = {"pieChart", "pie3DChart", "doughnutChart", "ofPieChart"}
"""Charts whose series have a colour for each point."""
_OF_LINES = {"lineChart", "line3DChart", "scatterChart", "radarChart"}
"""Charts whose series are lines."""
_AXES = {"catAx": "category", "dateAx": "category", "valAx": "value", "serAx": "series"}
_UNTITLED = {"scatterChart"}
"""Charts to which LibreOffice gives no title of their own."""
_LABELS = {"showVal": "value", "showPercent": "percent", "showCatName": "category", "showSerName": "series"}


def read_chart(root: Any, page: Page) -> tuple[Attributes, tuple[TreeNode, ...]]:
    """Return the attributes of a chart on a page, and its series."""
    chart = find(root, "c:chart")
    area = find(chart, "c:plotArea")
    plots = [part for part in children(area) if local_name(part).endswith("Chart")]
    attributes: Attributes = {
        "kind": ", ".join(_read_kind(plot) for plot in plots),
        "title": _read_title(chart, plots),
        "legend": _value(chart, "c:legend/c:legendPos", "r") if find(chart, "c:legend") is not None else None,
    }
    seen: Counter[str] = Counter()
    for axis in children(area):
        if (kind := _AXES.get(local_name(axis))) is not None:
            seen[kind] += 1
            attributes |= _read_axis(axis, f"{kind} axis" if seen[kind] == 1 else f"{kind} axis {seen[kind]}")
    series = [(one, plot) for plot in plots for one in find_all(plot, "c:ser")]
    categories = [_join(find(one, "c:cat")) for one, _ in series]
    if len(set(categories)) == 1:
        attributes["categories"], categories = categories[0], [None] * len(categories)
    nodes = (_read_series(*one, own, page) for one, own in zip(series, categories, strict=True))
    return attributes, tuple(nodes)


def _read_kind(plot: Any) -> str:
    """Return the kind of a chart as its element has it, with direction and grouping: "bar col clustered"."""
    more = (_value(plot, f"c:{name}") for name in ("barDir", "grouping"))
    return " ".join([local_name(plot).removesuffix("Chart"), *filter(None, more)])


def _read_title(chart: Any, plots: list[Any]) -> str | None:
    """Return the title; a chart of a single series has that one's name unless a title is switched off."""
    title = find(chart, "c:title")
    if title is not None and (text := _read_text(title)):
        return text
    series = [one for plot in plots if local_name(plot) not in _UNTITLED for one in find_all(plot, "c:ser")]
    if len(series) == 1 and not _is_on(chart, "c:autoTitleDeleted"):
        return _join(find(series[0], "c:tx"))
    return None


def _read_text(title: Any) -> str:
    return "".join(run.text or "" for run in title.iter("{*}t")) or ", ".join(_read_points(title))


def _read_axis(axis: Any, name: str) -> Attributes:
    if _is_on(axis, "c:delete"):
        return {name: "hidden"}
    title = find(axis, "c:title")
    return {
        f"{name} title": _read_text(title) or None if title is not None else None,
        f"{name} minimum": _number(_value(axis, "c:scaling/c:min")) or None,
        f"{name} maximum": _number(_value(axis, "c:scaling/c:max")) or None,
        f"{name} gridlines": True if find(axis, "c:majorGridlines") is not None else None,
    }


def _read_series(series: Any, plot: Any, categories: str | None, page: Page) -> TreeNode:
    values = find(series, "c:val")
    points = list(_read_points(values if values is not None else find(series, "c:yVal")))
    attributes: Attributes = {
        "name": _join(find(series, "c:tx")),
        "labels": _read_labels(series, plot),
        "categories": categories,
        "x values": _join(find(series, "c:xVal")),
        "sizes": _join(find(series, "c:bubbleSize")),
        **_read_colours(series, local_name(plot), len(points), page),
    }
    return TreeNode("series", attributes=attributes, spans=(Span(", ".join(points)),))


def _read_colours(series: Any, kind: str, count: int, page: Page) -> Attributes:
    """Return the colour of a series and of the points that have others; of all points if each has one by itself."""
    own = {int(_value(one, "c:idx", "0")): find(one, "c:spPr") for one in find_all(series, "c:dPt")}
    if kind in _BY_POINT:
        return {f"colour {n + 1}": _read_colour(own.get(n), n, kind, page) for n in range(count)}
    colour = _read_colour(find(series, "c:spPr"), int(_value(series, "c:idx", "0")), kind, page)
    points = {
        f"colour {n + 1}": _read_colour(properties, n, kind, page)
        for n, properties in sorted(own.items())
        if find_fill(properties) is not None
    }
    return {
        "colour": colour,
        **{name: own_colour for name, own_colour in points.items() if own_colour != colour},
    }


def _read_colour(properties: Any, index: int, kind: str, page: Page) -> str:
    """Return the colour of a series or point: its own, or that of the theme at its place."""
    fill = find_fill(find(properties, "a:ln") if kind in _OF_LINES else properties)
    if fill is not None and local_name(fill) == "noFill":
        return "none"
    automatic = page.named_colour(f"accent{index % _ACCENTS + 1}")
    if kind in _OF_LINES:
        automatic = page.colour(find_fill(page.theme.format("lnStyleLst", 1)), automatic) or automatic
    return str(page.colour(fill) or automatic)


def _read_labels(series: Any, plot: Any) -> str | None:
    labels = find(series, "c:dLbls")
    if labels is None:
        labels = find(plot, "c:dLbls")
    shown = [what for name, what in _LABELS.items() if _is_on(labels, f"c:{name}")]
    return ", ".join(shown) or None


def _join(data: Any) -> str | None:
    return ", ".join(_read_points(data)) or None


def _read_points(data: Any) -> Iterator[str]:
    """Yield the texts or numbers of a series, a number always written in the same way."""
    for value in data.iter("{*}v") if data is not None else ():
        yield _number((value.text or "").strip())


def _number(text: str) -> str:
    try:
        return f"{float(text):.10g}"
    except ValueError:
        return text


def _value(element: Any, path: str, default: str = "") -> str:
    return get(find(element, path), "val", default)


def _is_on(element: Any, path: str) -> bool:
    """Test whether a switch is there and on; one without a value is on."""
    switch = find(element, path)
    return switch is not None and is_on(get(switch, "val", "1"))
