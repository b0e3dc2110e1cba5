"""An action's marks over the screenshot: SVG in the screen's native pixels."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from controller.records.pointing import Point, ScreenMark
from controller.results.viewer.html import Html, el

_RING = 22
_GROWTH = 9
"""How much larger the ring of each further click is."""
_RINGS = ("first", "second", "third")
_ARROW = 14
_SCROLL = 60
_WHEEL = 12


def overlay(places: Sequence[ScreenMark], width: int, height: int) -> Html | None:
    """The drawing for a screen of that size; None if there is nothing to draw.

    Every line is drawn twice, so that it is visible on any background. A mark surrounds its target and leaves the
    target itself free.
    """
    visible = [place for place in places if place.within(width, height)]
    if not visible or not width or not height:
        return None
    lines = [part for place in visible for part in _lines(place)]
    words = [
        part for number, place in enumerate(visible, 1) for part in _word(place, number, len(visible), width)
    ]
    return el(
        "svg",
        el("g", *lines, class_="halo"),
        el("g", *lines, class_="ink"),
        *words,
        class_="overlay",
        viewBox=f"0 0 {width} {height}",
        preserveAspectRatio="none",
        aria_hidden="true",
    )


def _lines(place: ScreenMark) -> Iterator[Html]:
    x, y = place.points[-1]
    match place.shape:
        case "click":
            for ring, name in enumerate(_RINGS[: max(1, place.count)]):
                yield _circle((x, y), _RING + ring * _GROWTH, f"ring {name}")
        case "move":
            yield el("path", d=f"M{x - 22} {y}h14M{x + 8} {y}h14M{x} {y - 22}v14M{x} {y + 8}v14")
        case "drag":
            yield _circle(place.points[0], 8, "from")
            yield el("path", d="M" + "L".join(f"{a} {b}" for a, b in place.points), class_="way")
            yield _tip(place.points[-2], place.points[-1])
        case "scroll":
            right, dy = ((value > 0) - (value < 0) for value in place.turn)
            end = (x + right * _SCROLL, y + dy * _SCROLL)
            yield _circle((x, y), _WHEEL, "wheel")
            yield el("path", d=f"M{x + right * _WHEEL} {y + dy * _WHEEL}L{end[0]} {end[1]}")
            yield _tip((x, y), end)
        case "region":
            (left, top), (right, bottom) = place.points
            yield el("path", d=f"M{left} {top}H{right}V{bottom}H{left}Z")


def _circle(centre: Point, radius: int, kind: str) -> Html:
    return el("circle", cx=centre[0], cy=centre[1], r=radius, class_=kind)


def _tip(start: Point, end: Point) -> Html:
    """An arrow's head."""
    dx, dy = end[0] - start[0], end[1] - start[1]
    length = (dx**2 + dy**2) ** 0.5 or 1.0
    x, y = dx / length * _ARROW, dy / length * _ARROW
    sides = ((-x - y * 0.6, -y + x * 0.6), (-x + y * 0.6, -y - x * 0.6))
    (ax, ay), (bx, by) = ((round(end[0] + dx, 1), round(end[1] + dy, 1)) for dx, dy in sides)
    return el("path", d=f"M{ax} {ay}L{end[0]} {end[1]}L{bx} {by}", class_="tip")


def _word(place: ScreenMark, number: int, of: int, width: int) -> Iterator[Html]:
    turns = max(map(abs, place.turn))
    parts = (f"{number}." if of > 1 else "", place.word, f"{turns}×" if turns else "")
    text = " ".join(filter(None, parts))
    if text:
        x, y = place.points[-1]
        left = x > width * 0.8
        yield el(
            "text",
            text,
            x=x - 54 if left else x + 54,
            y=y + 8 if y > 24 else y + 24,
            text_anchor="end" if left else "start",
        )
