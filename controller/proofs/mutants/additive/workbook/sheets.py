"""Edits of the list of sheets and of the names that a workbook defines."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import partial

from controller.proofs.mutants.additive.edits import Edit, Rule
from controller.proofs.mutants.additive.package import OFFICE
from controller.proofs.mutants.additive.workbook.model import MAIN, Sheet, Workbook, quote, tag

_WORKSHEET = "application/vnd.openxmlformats-officedocument.spreadsheetml.worksheet+xml"
_ADDED = "Added"
_PRINT_AREA = "_xlnm.Print_Area"


def _add_sheet(book: Workbook) -> Iterator[Edit]:
    yield Edit("after the last sheet", partial(_append_sheet, book))


def _rename_sheets(book: Workbook) -> Iterator[Edit]:
    """Rename sheets as applications do: references to them follow."""
    for sheet in book.sheets:
        yield Edit(sheet.place, partial(_rename, book, sheet))


def _define_names(book: Workbook) -> Iterator[Edit]:
    for sheet in book.sheets[:1]:
        change = partial(book.define_name, "added_range", f"{quote(sheet.name)}!$A$1:$B$2")
        yield Edit(f"{sheet.place}, cells A1:B2", change)


def _add_print_areas(book: Workbook) -> Iterator[Edit]:
    for sheet in book.sheets:
        if not any(name.get("name") == _PRINT_AREA for name in book.names_of(sheet)):
            change = partial(book.define_name, _PRINT_AREA, f"{quote(sheet.name)}!$A$1:$B$2", sheet)
            yield Edit(f"{sheet.place}, cells A1:B2", change)


def _append_sheet(book: Workbook) -> None:
    path = re.sub(r"[^/]+$", "worksheets/added.xml", book.path)
    cell = '<c r="A1" t="inlineStr"><is><t>added</t></is></c>'
    xml = f'<worksheet xmlns="{MAIN}"><sheetData><row r="1">{cell}</row></sheetData></worksheet>'
    relation = book.package.add_related(book.path, "worksheet", path, _WORKSHEET, xml)
    sheets = book.root.find(tag("sheets"))
    number = max(int(sheet.get("sheetId")) for sheet in sheets) + 1
    attributes = {"name": _ADDED, "sheetId": str(number), f"{{{OFFICE}}}id": relation}
    sheets.append(sheets.makeelement(tag("sheet"), attributes))


def _rename(book: Workbook, sheet: Sheet) -> None:
    name = f"{sheet.name[:24]} {_ADDED}"
    references = rf"(?:(?<![\w.'])\b{re.escape(sheet.name)}|{re.escape(quote(sheet.name))})(?=!)"
    book.replace_in_formulas(re.compile(references), quote(name))
    sheet.element.set("name", name)


RULES: dict[str, Rule[Workbook]] = {
    "sheet added": _add_sheet,
    "sheet renamed with references": _rename_sheets,
    "name defined": _define_names,
    "print area added": _add_print_areas,
}
