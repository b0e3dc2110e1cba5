"""Edits of what lies on sheets: charts, pictures and shapes."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial

from controller.proofs.mutants.additive.charts import CHART_RULES
from controller.proofs.mutants.additive.edits import Edit, Rule
from controller.proofs.mutants.additive.package import Element, local
from controller.proofs.mutants.additive.workbook.model import Workbook

_STEP = 3
"""Columns and rows by which a drawing is moved or made larger."""
_EMU = 1_000_000


def _move(book: Workbook) -> Iterator[Edit]:
    for place, anchor in _anchors(book):
        yield Edit(place, partial(_shift, anchor, ("from", "to"), "pos"))


def _enlarge(book: Workbook) -> Iterator[Edit]:
    for place, anchor in _anchors(book):
        yield Edit(place, partial(_shift, anchor, ("to",), "ext"))


def _remove(book: Workbook) -> Iterator[Edit]:
    for place, anchor in _anchors(book):
        yield Edit(place, partial(anchor.getparent().remove, anchor))


def _anchors(book: Workbook) -> Iterator[tuple[str, Element]]:
    for sheet in book.sheets:
        for drawing in book.package.related(sheet.path, "drawing"):
            for number, anchor in enumerate(book.package.root(drawing), 1):
                yield f"{sheet.place}, drawing {number}", anchor


def _shift(anchor: Element, corners: tuple[str, ...], absolute: str) -> None:
    """Shift corners that are given as cells; an anchor of another form has its place or its size in its own units."""
    for child in anchor:
        if local(child) in corners:
            for number in child:
                if local(number) in ("col", "row"):
                    number.text = str(int(number.text) + _STEP)
        elif local(child) == absolute:
            child.attrib.update({name: str(int(value) + _EMU) for name, value in child.attrib.items()})


def _edit_charts(rule: Callable[[Element], Iterator[Edit]], book: Workbook) -> Iterator[Edit]:
    for place, chart in book.charts.items():
        for edit in rule(chart):
            yield Edit(f"{place}, {edit.place}", edit.apply)


RULES: dict[str, Rule[Workbook]] = {
    "drawing moved": _move,
    "drawing resized": _enlarge,
    "drawing removed": _remove,
    **{kind: partial(_edit_charts, rule) for kind, rule in CHART_RULES.items()},
}
