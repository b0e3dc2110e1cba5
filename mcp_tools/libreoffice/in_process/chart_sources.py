"""Which cells the charts of a workbook show, when cells are moved.

A chart follows cells that are moved, but LibreOffice's Undo and Redo of the move leave it where it was.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import unohelper
from com.sun.star.document import XUndoAction

Chart = tuple[int, str]
"""A chart: the index of its sheet and its name."""
Sources = list[tuple[str, str]]
"""The cells of each sequence of a chart, in their order: those of its values and that of its title, "" for none."""


@contextmanager
def restore_on_undo(book: Any) -> Iterator[None]:
    """Have Undo and Redo of the moves inside also give charts back the cells they showed.

    A step of Undo is taken back from its end, and done again from its start.
    """
    before = dict(_read(book))
    if not before:
        yield
        return
    manager = book.getUndoManager()
    manager.addUndoAction(_Step(undo=lambda: _write(book, before)))
    yield
    after = dict(_read(book))
    manager.addUndoAction(_Step(redo=lambda: _write(book, after)))


def _nothing() -> None:
    pass


class _Step(unohelper.Base, XUndoAction):  # type: ignore[misc]
    Title = "Tool Call"

    def __init__(self, undo: Callable[[], None] = _nothing, redo: Callable[[], None] = _nothing) -> None:
        self._undo = undo
        self._redo = redo

    def undo(self) -> None:
        self._undo()

    def redo(self) -> None:
        self._redo()


def _read(book: Any) -> Iterator[tuple[Chart, Sources]]:
    for chart, document in _charts(book):
        yield chart, [_cells(sequence) for sequence in _sequences(document)]


def _write(book: Any, known: dict[Chart, Sources]) -> None:
    for chart, document in _charts(book):
        sequences = list(_sequences(document))
        sources = known.get(chart, [])
        if len(sources) != len(sequences):
            continue  # another chart of this name
        provider = document.getDataProvider()
        for sequence, (values, title) in zip(sequences, sources, strict=True):
            if _cells(sequence) == (values, title):
                continue
            if values:
                sequence.setValues(_source(provider, values, sequence.getValues()))
            if title:
                sequence.setLabel(_source(provider, title, sequence.getLabel()))


def _charts(book: Any) -> Iterator[tuple[Chart, Any]]:
    sheets = book.getSheets()
    for index in range(sheets.getCount()):
        charts = sheets.getByIndex(index).getCharts()
        for name in charts.getElementNames():
            document = charts.getByName(name).getEmbeddedObject()
            if document is not None and not document.hasInternalDataProvider():
                yield (index, name), document


def _sequences(document: Any) -> Iterator[Any]:
    """The sequences of a chart with their titles: the categories' and the series'."""
    for system in document.getFirstDiagram().getCoordinateSystems():
        categories = system.getAxisByDimension(0, 0).getScaleData().Categories
        if categories is not None:
            yield categories
        for kind in system.getChartTypes():
            for series in kind.getDataSeries():
                yield from series.getDataSequences()


def _cells(sequence: Any) -> tuple[str, str]:
    parts = (sequence.getValues(), sequence.getLabel())
    values, title = (part.getSourceRangeRepresentation() if part is not None else "" for part in parts)
    return values, title


def _source(provider: Any, cells: str, earlier: Any) -> Any:
    """A sequence over other cells that has the role of an earlier one."""
    source = provider.createDataSequenceByRangeRepresentation(cells)
    if earlier is not None:
        source.setPropertyValue("Role", earlier.getPropertyValue("Role"))
    return source
