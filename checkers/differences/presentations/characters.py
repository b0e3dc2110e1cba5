"""The formats that characters of presentations have in the end."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from checkers.differences.presentations.fills import Attributes, find_fill
from checkers.differences.presentations.pages import Page
from checkers.differences.presentations.xml import children, find, get, is_on, local_name

DEFAULT_SIZE = 18.0
"""Of characters whose size nothing sets, in points."""

_UNDERLINES = {"none": None, "sng": "single", "dbl": "double"}
_STRIKES = {"noStrike": None, "sngStrike": "single", "dblStrike": "double"}
_KERNED = 0.05
"""Spacing up to this, in points, is none: LibreOffice writes a hundredth of a point for pair kerning."""

ReadLink = Callable[[Any, Page], str | None]


def read_characters(chain: Sequence[Any], page: Page, read_link: ReadLink) -> Attributes:
    """Return the format of a run of characters.

    Args:
        chain: Its `a:rPr` and those that it inherits, nearest first; Nones are passed over.
        read_link: Gives where an `a:hlinkClick` leads, None if nowhere.
    """
    link = read_link(find(chain[0], "a:hlinkClick"), page)
    baseline = int(_first(chain, "baseline", "0"))
    spacing = float(_first(chain, "spc", "0")) / 100
    capitals = _first(chain, "cap", "none")
    return {
        "font": page.theme.font(_child(chain, "a:latin", "typeface") or "+mn-lt"),
        "size": read_size(chain),
        "bold": is_on(_first(chain, "b")) or None,
        "italic": is_on(_first(chain, "i")) or None,
        "underline": "single" if link else _look_up(_UNDERLINES, _first(chain, "u", "none")),
        "strike": _look_up(_STRIKES, _first(chain, "strike", "noStrike")),
        "position": "superscript" if baseline > 0 else "subscript" if baseline < 0 else None,
        "capitals": capitals if capitals != "none" else None,
        "spacing": round(spacing, 1) if abs(spacing) > _KERNED else None,
        "link": link,
        **_read_colours(chain, page, is_link=bool(link)),
    }


def read_size(chain: Sequence[Any]) -> float:
    """Return the size of characters in points."""
    return round(float(_first(chain, "sz", "0")) / 100, 1) or DEFAULT_SIZE


def _read_colours(chain: Sequence[Any], page: Page, *, is_link: bool) -> Attributes:
    highlight = page.colour(find(chain[0], "a:highlight"))
    attributes: Attributes = {"highlight": str(highlight) if highlight is not None else None}
    if is_link:
        return {**attributes, "colour": str(page.named_colour("hlink"))}
    fill = next((found for one in chain if (found := find_fill(one)) is not None), None)
    if fill is not None and local_name(fill) == "noFill":
        return {**attributes, "colour": "none"}
    holder = (
        next(children(find(fill, "a:gsLst")), None)
        if fill is not None and local_name(fill) == "gradFill"
        else fill
    )
    colour = page.colour(holder) or page.named_colour("tx1")
    return {**attributes, "colour": str(colour)}


def _first(chain: Sequence[Any], attribute: str, default: str = "") -> str:
    return next((value for one in chain if (value := get(one, attribute))), default)


def _child(chain: Sequence[Any], path: str, attribute: str) -> str:
    return next((value for one in chain if (value := get(find(one, path), attribute))), "")


def _look_up(names: dict[str, str | None], value: str) -> str | None:
    return names.get(value, value)
