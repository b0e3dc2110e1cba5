"""Kinds of mutants that change looks are kinds that there are."""

from __future__ import annotations

from controller.proofs.mutants.additive import open_document
from controller.proofs.mutants.additive.looks import LOOKS
from controller.proofs.mutants.additive.plain import text_editor
from controller.proofs.mutants.additive.presentation import PRESENTATIONS
from controller.proofs.mutants.additive.text_document import TEXT_DOCUMENTS
from controller.proofs.mutants.additive.workbook import WORKBOOKS


def test_each_of_them_is_made_by_some_editor() -> None:
    office = WORKBOOKS.rules.keys() | TEXT_DOCUMENTS.rules.keys() | PRESENTATIONS.rules.keys()
    others = open_document.WORKBOOKS.rules.keys() | open_document.TEXT_DOCUMENTS.rules.keys()
    assert office | others | text_editor("a.txt").rules.keys() >= LOOKS
