"""Fills, lines and shadows of shapes and backgrounds."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import pairwise
from typing import Any

from checkers.differences.presentations.colours import Colour
from checkers.differences.presentations.pages import Page
from checkers.differences.presentations.xml import (
    children,
    find,
    find_all,
    get,
    is_on,
    length,
    local_name,
    thousandths,
)
from checkers.differences.tree import Value

Attributes = dict[str, Value]

_FILLS = {"noFill", "solidFill", "gradFill", "blipFill", "pattFill", "grpFill"}
_DEGREE = 60_000
_EMU_PER_POINT = 12_700
_FULL = 100_000
_NO_STYLE = "0"
_BACKGROUND_FILLS = 1000
"""Numbers of fills above this count the theme's fills of backgrounds."""
_SHADOW = "a:effectLst/a:outerShdw"


def find_fill(properties: Any) -> Any:
    """Return the element that is the fill of a shape, cell, line or background; None if it has none of its own."""
    return next((child for child in children(properties) if local_name(child) in _FILLS), None)


def read_fill(
    fill: Any, page: Page, *, base: Colour | None = None, name: str = "fill", rotation: float | None = 0
) -> Attributes:
    """Return what a fill looks like; nothing if there is none.

    Args:
        base: The colour that `phClr` stands for.
        name: That of the attribute.
        rotation: That of the shape, in degrees. None if it is flipped: LibreOffice turns its gradient at each save.
    """
    match local_name(fill) if fill is not None else "noFill":
        case "solidFill":
            return {name: str(page.colour(fill, base))}
        case "gradFill":
            return {name: _read_gradient(fill, page, base, rotation)}
        case "blipFill":
            return {name: _read_picture(fill, page)}
        case "pattFill":
            colours = [page.colour(find(fill, f"a:{end}Clr"), base) for end in ("fg", "bg")]
            return {name: " ".join(["pattern", *map(str, colours)])}  # LibreOffice changes which
    return {}


def find_themed_fill(reference: Any, page: Page) -> Any:
    """Return the fill of the theme that an `a:fillRef` or `p:bgRef` names, None if it names none."""
    number = int(get(reference, "idx", _NO_STYLE))
    kind = "bgFillStyleLst" if number > _BACKGROUND_FILLS else "fillStyleLst"
    return page.theme.format(kind, number % _BACKGROUND_FILLS)


def read_line(lines: Sequence[Any], style: Any, page: Page) -> Attributes:
    """Return what the outline of a shape looks like.

    Args:
        lines: Its `a:ln` and those that it inherits, nearest first.
        style: The `a:lnRef` that names a format of the theme, or None.
    """
    base = None
    fill = next((found for line in lines if (found := find_fill(line)) is not None), None)
    if fill is None and get(style, "idx", _NO_STYLE) != _NO_STYLE:
        base = page.colour(style)
        fill = find_fill(page.theme.format("lnStyleLst", int(get(style, "idx"))))
    attributes = read_fill(fill, page, base=base, name="line")
    if not attributes:
        return {}
    # A width like that of the theme is left out, as LibreOffice does, which then replaces the theme's.
    themed = page.theme.format("lnStyleLst", int(get(style, "idx", _NO_STYLE)))
    width = _first(lines, "w", "0")
    attributes["line width"] = _quarter_points(width) or None if width != get(themed, "w") else None
    for element, what in (("prstDash", "line dash"), ("headEnd", "line start"), ("tailEnd", "line end")):
        kind = next(
            (
                get(part, "val") or get(part, "type")
                for line in lines
                if (part := find(line, f"a:{element}")) is not None
            ),
            "",
        )
        if kind not in ("", "none", "solid"):
            attributes[what] = kind
    return attributes


def _first(elements: Iterable[Any], attribute: str, default: str) -> str:
    return next((value for element in elements if (value := get(element, attribute))), default)


def _quarter_points(emu: str) -> float:
    """Return a width to the quarter of a point: LibreOffice rounds to hundredths of a millimetre."""
    return round(float(emu) / _EMU_PER_POINT * 4) / 4


def read_shadow(properties: Sequence[Any], style: Any, page: Page) -> Attributes:
    """Return what the shadow of a shape looks like; `style` is the `a:effectRef` that names one of the theme, or None.

    An empty list of effects does not hide that of the theme: LibreOffice does not read it.
    """
    base = None
    shadow = next((found for one in properties if (found := find(one, _SHADOW)) is not None), None)
    if shadow is None and get(style, "idx", _NO_STYLE) != _NO_STYLE:
        base = page.colour(style)
        shadow = find(page.theme.format("effectStyleLst", int(get(style, "idx"))), _SHADOW)
    if shadow is None:
        return {}
    return {
        "shadow": str(page.colour(shadow, base)),
        "shadow distance": length(get(shadow, "dist", "0")),
        "shadow direction": round(float(get(shadow, "dir", "0")) / _DEGREE),
        "shadow blur": length(get(shadow, "blurRad", "0")),
    }


def _read_gradient(fill: Any, page: Page, base: Colour | None, rotation: float | None) -> str | None:
    """Describe a gradient as LibreOffice has it: of two colours."""
    stops = sorted(
        (
            (thousandths(get(stop, "pos", "0")), page.colour(stop, base))
            for stop in find_all(fill, "a:gsLst/a:gs")
        ),
        key=lambda stop: stop[0],
    )
    if not stops:
        return None
    path = find(fill, "a:path")
    if path is not None:
        return f"gradient {get(path, 'path')} {stops[0][1]} {stops[-1][1]}"
    stops = [(0, stops[0][1]), *stops, (_FULL, stops[-1][1])]
    colours = [colour for _, colour in stops]
    kind = "axial" if colours == colours[::-1] and len(set(colours)) > 1 else "linear"
    if kind == "axial":
        stops = [stop for stop in stops if stop[0] <= _FULL // 2]
    start, end = max(pairwise(stops), key=lambda segment: segment[1][0] - segment[0][0])
    angle = ""
    if rotation is not None:
        turned = rotation if is_on(get(fill, "rotWithShape", "1")) else 0
        angle = f" {round(float(get(find(fill, 'a:lin'), 'ang', '0')) / _DEGREE + turned) % 360}°"
    return f"gradient {kind}{angle} {start[1]} {end[1]}"


def _read_picture(fill: Any, page: Page) -> str:
    blip = find(fill, "a:blip")
    tiled = " tiled" if find(fill, "a:tile") is not None else ""
    return f"picture {page.fingerprint(get(blip, 'r:embed') or get(blip, 'r:link'))}{tiled}"
