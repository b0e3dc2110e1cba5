"""Outlines of shapes."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from pptx.enum.shapes import MSO_SHAPE
from pptx.spec import autoshape_types

from checkers.differences.presentations.fills import Attributes
from checkers.differences.presentations.xml import children, find, find_all, get, local_name

_FULL = 100_000
_ADJUSTMENTS = {MSO_SHAPE.to_xml(kind): dict(known["avLst"]) for kind, known in autoshape_types.items()}
"""The adjustments of outlines, unless they are set."""
_LINES = ("line", "straightConnector1")
_CONNECTORS = ("Connector2", "Connector3", "Connector4", "Connector5")


def read_geometry(properties: Any) -> Attributes:
    """Return the outline of a shape."""
    custom = find(properties, "a:custGeom")
    if custom is not None:
        return {"geometry": " ".join(_read_paths(custom))}
    preset = find(properties, "a:prstGeom")
    kind = get(preset, "prst", "rect")
    if kind in _LINES:
        return {"geometry": "line"}
    if kind.endswith(_CONNECTORS):
        return {"geometry": kind}  # its adjustments follow from its ends
    usual = _ADJUSTMENTS.get(kind, {})
    attributes: Attributes = {"geometry": kind}
    for guide in find_all(preset, "a:avLst/a:gd"):
        name, value = get(guide, "name"), get(guide, "fmla").removeprefix("val ")
        if value != str(usual.get(name)):  # LibreOffice writes all of them
            attributes[f"adjustment {name}"] = int(value) / _FULL if value.lstrip("-").isdigit() else value
    return attributes


def _read_paths(custom: Any) -> Iterator[str]:
    """Yield the steps of the paths; coordinates in percent of the width and height."""
    for path in find_all(custom, "a:pathLst/a:path"):
        width, height = float(get(path, "w", "0")) or 1.0, float(get(path, "h", "0")) or 1.0
        for step in children(path):
            yield local_name(step)
            for point in find_all(step, "a:pt"):
                yield f"{_percent(get(point, 'x'), width)},{_percent(get(point, 'y'), height)}"


def _percent(coordinate: str, full: float) -> str:
    """Return a coordinate in percent; the name of a guide as it is."""
    return coordinate if not coordinate.lstrip("-").isdigit() else str(round(int(coordinate) / full * 100))
