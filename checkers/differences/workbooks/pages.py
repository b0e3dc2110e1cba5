"""How the pages of a sheet are set up, and its window."""

from __future__ import annotations

import re
from xml.etree.ElementTree import Element

from checkers.differences.tree import Length, Value
from checkers.differences.workbooks.colours import Colours
from checkers.differences.workbooks.parts import MAIN, flag, main_path, number, present

CM_PER_INCH = 2.54
CM_PER_TWIP = CM_PER_INCH / 1440

_MARGINS = {"left": 0.748, "right": 0.748, "top": 0.984, "bottom": 0.984}
"""Margins in inches where a file has none: LibreOffice's."""
_PAGES = {"odd": "", "even": "even ", "first": "first "}
_SECTIONS = {"L": "left", "C": "centre", "R": "right"}
_SECTION = re.compile("&([LCR])")
_COLOUR = re.compile("&K([0-9A-Fa-f]{6})")
_ALLOWED = (
    "formatCells", "formatColumns", "formatRows", "insertColumns", "insertRows", "insertHyperlinks", "deleteColumns",
    "deleteRows", "sort", "autoFilter", "pivotTables",
)  # fmt: skip
_FORBIDDEN = ("selectLockedCells", "selectUnlockedCells", "objects", "scenarios")


def page_attributes(root: Element) -> dict[str, Value]:
    """Return what the pages of a sheet are like: paper, margins, scale, headers and footers, breaks."""
    setup, options = root.find(f"{MAIN}pageSetup"), root.find(f"{MAIN}printOptions")
    margins = root.find(f"{MAIN}pageMargins")
    fitted = flag(root.find(main_path("sheetPr", "pageSetUpPr")), "fitToPage")
    attributes: dict[str, Value] = {
        "landscape": setup is not None and setup.get("orientation") == "landscape",
        "paper": _paper(setup),
        "pages wide": int(number(setup, "fitToWidth", 1)) if fitted else None,
        "pages tall": int(number(setup, "fitToHeight", 1)) if fitted else None,
        "fit to pages": fitted,
        "scale": None if fitted or number(setup, "scale", 100) == 100 else int(number(setup, "scale")),
        "first page number": int(number(setup, "firstPageNumber", 1))
        if flag(setup, "useFirstPageNumber")
        else None,
        "pages over, then down": setup is not None and setup.get("pageOrder") == "overThenDown",
        "gridlines printed": flag(options, "gridLines"),
        "headings printed": flag(options, "headings"),
        "centred horizontally": flag(options, "horizontalCentered"),
        "centred vertically": flag(options, "verticalCentered"),
        "breaks after rows": _breaks(root, "rowBreaks"),
        "breaks after columns": _breaks(root, "colBreaks"),
        **{
            f"{side} margin": Length(number(margins, side, default) * CM_PER_INCH)
            for side, default in _MARGINS.items()
        },
        **_headers(root.find(f"{MAIN}headerFooter")),
    }
    return present(attributes)


def _paper(setup: Element | None) -> str:
    """Return the number of a paper format, or the size of another paper."""
    if setup is not None and "paperWidth" in setup.attrib:
        return f"{setup.get('paperWidth')} x {setup.get('paperHeight')}"
    return str(int(number(setup, "paperSize", 1)))


def _breaks(root: Element, name: str) -> str:
    breaks = root.iterfind(main_path(name, "brk"))
    return ", ".join(str(each) for each in sorted(int(number(b, "id")) for b in breaks if flag(b, "man")))


def _headers(element: Element | None) -> dict[str, Value]:
    """Return the parts of headers and footers that have a text, such as "header left", "first footer right"."""
    attributes: dict[str, Value] = {
        "pages even differ": flag(element, "differentOddEven"),
        "page first differs": flag(element, "differentFirst"),
    }
    for page, prefix in _PAGES.items():
        used = {
            "odd": True,
            "even": attributes["pages even differ"],
            "first": attributes["page first differs"],
        }
        for part in ("Header", "Footer"):
            text = element.findtext(f"{MAIN}{page}{part}", "") if element is not None and used[page] else ""
            for section, content in _sections(text.strip()).items():
                attributes[f"{prefix}{part.lower()} {section}"] = content
    return present(attributes)


def _sections(text: str) -> dict[str, str]:
    text = _COLOUR.sub(lambda match: match[0].upper(), text)
    first, *rest = _SECTION.split(text)
    pairs = zip(rest[::2], rest[1::2], strict=True)
    return {"centre": first, **{_SECTIONS[letter]: content for letter, content in pairs}}


def view_attributes(root: Element) -> dict[str, Value]:
    """Return what a sheet's window shows: zoom, panes, gridlines; not where it is scrolled to, nor what is selected."""
    view = root.find(main_path("sheetViews", "sheetView"))
    pane = view.find(f"{MAIN}pane") if view is not None else None
    frozen = pane is not None and pane.get("state") in ("frozen", "frozenSplit")
    down, right = number(pane, "ySplit"), number(pane, "xSplit")
    attributes: dict[str, Value] = {
        "right to left": flag(view, "rightToLeft"),
        "gridlines hidden": not flag(view, "showGridLines", True),
        "headings hidden": not flag(view, "showRowColHeaders", True),
        "zeros hidden": not flag(view, "showZeros", True),
        "formulas shown": flag(view, "showFormulas"),
        "page breaks shown": view is not None and view.get("view") == "pageBreakPreview",
        "zoom": None if number(view, "zoomScale", 100) == 100 else int(number(view, "zoomScale")),
    }
    if frozen:
        attributes |= {"frozen rows": int(down), "frozen columns": int(right)}
    else:
        attributes |= {
            "split below": Length(down * CM_PER_TWIP) if down else None,
            "split right of": Length(right * CM_PER_TWIP) if right else None,
        }
    return present(attributes)


def protection_attributes(root: Element, colours: Colours) -> dict[str, Value]:
    """Return how a sheet is protected, and the colour of its tab."""
    tab = root.find(main_path("sheetPr", "tabColor"))
    attributes: dict[str, Value] = {"tab colour": colours.cell_colour(tab) if tab is not None else None}
    protection = root.find(f"{MAIN}sheetProtection")
    if protection is not None and flag(protection, "sheet"):
        attributes |= {
            "protected": True,
            "password": protection.get("hashValue") or protection.get("password", "").upper(),
            "allowed": ", ".join(name for name in _ALLOWED if not flag(protection, name, True)),
            "forbidden": ", ".join(name for name in _FORBIDDEN if flag(protection, name)),
        }
    return present(attributes)
