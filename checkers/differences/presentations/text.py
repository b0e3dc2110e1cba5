"""Texts of presentations: paragraphs, with the formats that they have in the end."""

from __future__ import annotations

from collections.abc import Sequence
from copy import deepcopy
from dataclasses import dataclass, replace
from typing import Any

from checkers.differences.presentations.bullets import read_bullet
from checkers.differences.presentations.characters import ReadLink, read_characters, read_size
from checkers.differences.presentations.fills import Attributes
from checkers.differences.presentations.pages import Page
from checkers.differences.presentations.xml import (
    NAMESPACES,
    children,
    expand,
    find,
    find_all,
    get,
    length,
    local_name,
    thousandths,
)
from checkers.differences.tree import Length, Span, TreeNode

_ALIGNMENTS = {"ctr": "center", "r": "right", "just": "justify", "dist": "justify"}
_FIELDS = {"slidenum": "‹number›", "datetime": "‹date›"}
"""What stands for the text of a field, by the beginning of its type: it follows from the slide or the day."""
_POINT_CM = 2.54 / 72
_FULL = 100_000
_FACES = {"major": "+mj-lt", "minor": "+mn-lt"}


@dataclass(frozen=True)
class TextStyles:
    """What a text inherits, and how it is read.

    Attributes:
        lists: Styles by level (elements with `a:lvl1pPr`, ...), nearest first; the last is the default of all texts.
        fonts: Formats of characters (`build_font`) that come before that default, nearest first.
        has_levels: Whether the level of a paragraph is read: LibreOffice keeps it in placeholders alone.
    """

    page: Page
    read_link: ReadLink
    lists: tuple[Any, ...]
    fonts: tuple[Any, ...] = ()
    has_levels: bool = False

    def with_list(self, styles: Any) -> TextStyles:
        """Return these styles with nearer ones."""
        return replace(self, lists=(styles, *self.lists))


def build_font(style: Any) -> Any:
    """Return what an `a:fontRef` or `a:tcTxStyle` gives, as an `a:rPr`."""
    font = style.makeelement(expand("a:rPr"))
    for switch in ("b", "i"):
        if (value := get(style, switch, "def")) != "def":
            font.set(switch, value)
    reference = style if local_name(style) == "fontRef" else find(style, "a:fontRef")
    if (face := _FACES.get(get(reference, "idx"))) is not None:
        font.append(font.makeelement(expand("a:latin"), typeface=face))
    fill = font.makeelement(expand("a:solidFill"))
    fill.extend(deepcopy(child) for child in children(style) if child is not reference)
    if len(fill):
        font.append(fill)
    return font


def read_paragraphs(body: Any, styles: TextStyles) -> tuple[TreeNode, ...]:
    """Read the paragraphs of a text body; none if they are all empty."""
    styles = styles.with_list(find(body, "a:lstStyle"))
    paragraphs = tuple(_read_paragraph(paragraph, styles) for paragraph in find_all(body, "a:p"))
    return paragraphs if any(paragraph.text for paragraph in paragraphs) else ()


def _read_paragraph(paragraph: Any, styles: TextStyles) -> TreeNode:
    own = find(paragraph, "a:pPr")
    level = int(get(own, "lvl", "0"))
    chain = [own, *(find(one, f"a:lvl{level + 1}pPr") for one in styles.lists)]
    inherited = [find(one, "a:defRPr") for one in chain[1:]]
    inherited[-1:-1] = styles.fonts
    runs = [
        (text, [find(run, "a:rPr"), *inherited]) for run in children(paragraph) if (text := _read_text(run))
    ]
    if not runs:
        return TreeNode("paragraph")  # nobody sees its formats
    attributes = _read_format(chain, read_size(runs[0][1]))
    if styles.has_levels and level:
        attributes["level"] = level
    spans = (Span(text, read_characters(one, styles.page, styles.read_link)) for text, one in runs)
    return TreeNode("paragraph", attributes=attributes, spans=tuple(spans))


def _read_text(run: Any) -> str:
    match local_name(run):
        case "br":
            return "\n"
        case "fld":
            kind = get(run, "type")
            if stand_in := next((_FIELDS[start] for start in _FIELDS if kind.startswith(start)), None):
                return stand_in
    return str(run.findtext("a:t", "", NAMESPACES))


def _read_format(chain: Sequence[Any], size: float) -> Attributes:
    """Return the format of a paragraph whose first characters have this size, in points."""
    bullet = read_bullet(chain)
    indent = length(_first(chain, "indent", "0"))
    return {
        "alignment": _ALIGNMENTS.get(_first(chain, "algn"), "left"),
        "left margin": length(_first(chain, "marL", "0")),
        # A hanging indent without a bullet is none: LibreOffice drops it with the bullet.
        "indent": indent if bullet or indent.cm > 0 else Length(0.0),
        "space before": _read_space(chain, "a:spcBef", size),
        "space after": _read_space(chain, "a:spcAft", size),
        "line spacing": _read_line_spacing(chain),
        **bullet,
    }


def _read_space(chain: Sequence[Any], path: str, size: float) -> Length:
    for one in chain:
        space = find(one, path)
        if (points := find(space, "a:spcPts")) is not None:
            return Length(float(get(points, "val")) / 100 * _POINT_CM)
        if (percent := find(space, "a:spcPct")) is not None:
            return Length(thousandths(get(percent, "val")) / _FULL * size * _POINT_CM)
    return Length(0.0)


def _read_line_spacing(chain: Sequence[Any]) -> Length | float:
    for one in chain:
        spacing = find(one, "a:lnSpc")
        if (points := find(spacing, "a:spcPts")) is not None:
            return Length(float(get(points, "val")) / 100 * _POINT_CM)
        if (percent := find(spacing, "a:spcPct")) is not None:
            return round(thousandths(get(percent, "val")) / _FULL, 2)
    return 1.0


def _first(chain: Sequence[Any], attribute: str, default: str = "") -> str:
    return next((value for one in chain if (value := get(one, attribute))), default)
