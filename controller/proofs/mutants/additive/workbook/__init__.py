"""Edits of workbooks of Office's form."""

from __future__ import annotations

from controller.proofs.mutants.additive.edits import Editor
from controller.proofs.mutants.additive.workbook import cell_formats, cells, drawings, layout, sheets
from controller.proofs.mutants.additive.workbook.model import Workbook

WORKBOOKS = Editor(
    open=Workbook,
    save=lambda book: book.package.pack(),
    rules={**cell_formats.RULES, **layout.RULES, **cells.RULES, **sheets.RULES, **drawings.RULES},
)
