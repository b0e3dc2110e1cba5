"""The columns and rows of a sheet: sizes, what is hidden or grouped, and the formats that they give their cells."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from operator import itemgetter
from xml.etree.ElementTree import Element

from checkers.differences.compare import same_value
from checkers.differences.tree import Length, TreeNode, Value
from checkers.differences.workbooks.formulas import MAX_COLUMN
from checkers.differences.workbooks.parts import MAIN, flag, main_path, number, present
from checkers.differences.workbooks.styles import Format, Styles
from checkers.sheet_layout import CM_PER_DIGIT, CM_PER_POINT
from checkers.workbook_model import cell_name

DEFAULT_WIDTH = 8.68
"""Width of a column, in digits, where a file has none: LibreOffice's."""
DEFAULT_HEIGHT = 15.0
"""Height of a row, in points."""


@dataclass(frozen=True, slots=True)
class _Column:
    style: int
    width: float
    hidden: bool = False
    level: int = 0


class Grid:
    """The columns and rows of a worksheet.

    A column that is like those to the right of all columns in use, up to the last of the sheet, has no node of its
    own; "column others" stands for them. Formats of columns and rows are those that empty cells show.
    """

    def __init__(self, root: Element, styles: Styles) -> None:
        self._styles = styles
        self._format = root.find(f"{MAIN}sheetFormatPr")
        self._rows = root.findall(main_path("sheetData", "row"))
        usual = _Column(0, number(self._format, "defaultColWidth", DEFAULT_WIDTH))
        stretches = [_stretch(each, usual) for each in root.iterfind(main_path("cols", "col"))]
        self._others = next((column for _, last, column in stretches if last >= MAX_COLUMN), usual)
        self._columns = {
            index: column
            for first, last, column in stretches
            if column != self._others
            for index in range(first, min(last, MAX_COLUMN) + 1)
        }
        if usual != self._others:
            self._columns |= dict.fromkeys(_gaps(stretches), usual)

    def column_style(self, column: int) -> int:
        """Return the format that a column gives its cells."""
        return self._columns.get(column, self._others).style

    @cached_property
    def formatted_columns(self) -> list[int]:
        """The columns whose empty cells look different from those of the columns to the right."""
        usual = self._styles.visible(self._others.style)
        return [
            index for index, column in self._columns.items() if self._styles.visible(column.style) != usual
        ]

    def differs(self, style: int) -> bool:
        """Test whether a row of this format looks different from one without a format, right of all columns in use."""
        return self._styles.visible(style) != self._styles.visible(self._others.style)

    def column_nodes(self) -> Iterator[TreeNode]:
        """Yield a node for each column that is not like the others, and one for the others."""
        others = self._column_attributes(self._others)
        for index, column in sorted(self._columns.items()):
            attributes = self._column_attributes(column)
            if any(not same_value(attributes.get(name), others.get(name)) for name in {*attributes, *others}):
                yield TreeNode("column", cell_name(1, index)[:-1], attributes, optional=True)
        yield TreeNode("column", "others", others, optional=True)

    def row_attributes(self, row: Element, style: int | None) -> Format:
        """Return what is set for a row; `style` is its format, if it has one."""
        height = Length(number(row, "ht", self._row_height) * CM_PER_POINT)
        usual = not flag(row, "customHeight") or same_value(height, Length(self._row_height * CM_PER_POINT))
        return present(
            {
                "height": None if usual else height,
                "hidden": flag(row, "hidden"),
                "outline level": int(number(row, "outlineLevel")),
                **(self._styles.visible(style) if style is not None and self.differs(style) else {}),
            }
        )

    def sheet_attributes(self) -> dict[str, Value]:
        """Return what is set for all rows that have nothing of their own."""
        height = Length(self._row_height * CM_PER_POINT)
        usual = same_value(height, Length(DEFAULT_HEIGHT * CM_PER_POINT))
        automatic = usual or not flag(self._format, "customHeight")
        return present(
            {
                "row height": None if automatic else height,
                "other rows hidden": flag(self._format, "zeroHeight"),
            }
        )

    def width(self, first: int, end: int) -> float:
        """Return the width in cm of the columns from `first` to before `end`; hidden ones have none."""
        own = [column for index, column in self._columns.items() if first <= index < end]
        digits = sum(0 if column.hidden else column.width for column in own)
        rest = 0 if self._others.hidden else self._others.width
        return (digits + rest * (end - first - len(own))) * CM_PER_DIGIT

    def height(self, first: int, end: int) -> float:
        """Return the height in cm of the rows from `first` to before `end`; hidden ones have none."""
        own = [height for row, height in self._heights.items() if first <= row < end]
        return (sum(own) + self._row_height * (end - first - len(own))) * CM_PER_POINT

    @property
    def _row_height(self) -> float:
        return number(self._format, "defaultRowHeight", DEFAULT_HEIGHT)

    @cached_property
    def _heights(self) -> dict[int, float]:
        return {
            int(number(row, "r")): 0 if flag(row, "hidden") else number(row, "ht", self._row_height)
            for row in self._rows
        }

    def _column_attributes(self, column: _Column) -> dict[str, Value]:
        width = Length(column.width * CM_PER_DIGIT)
        return present(
            {
                "width": None if same_value(width, Length(DEFAULT_WIDTH * CM_PER_DIGIT)) else width,
                "hidden": column.hidden,
                "outline level": column.level,
                **self._styles.visible(column.style),
            }
        )


def _gaps(stretches: list[tuple[int, int, _Column]]) -> Iterator[int]:
    """Yield the columns before and between those that the file lists."""
    expected = 1
    for first, last, _ in sorted(stretches, key=itemgetter(0)):
        yield from range(expected, first)
        expected = max(expected, last + 1)


def _stretch(element: Element, usual: _Column) -> tuple[int, int, _Column]:
    column = _Column(
        int(number(element, "style")),
        number(element, "width", usual.width),
        flag(element, "hidden"),
        int(number(element, "outlineLevel")),
    )
    return int(number(element, "min", 1)), int(number(element, "max", 1)), column
