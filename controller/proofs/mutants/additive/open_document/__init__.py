"""Edits of documents of OpenDocument's form."""

from controller.proofs.mutants.additive.open_document.presentation import PRESENTATIONS
from controller.proofs.mutants.additive.open_document.text_document import TEXT_DOCUMENTS
from controller.proofs.mutants.additive.open_document.workbook import WORKBOOKS

__all__ = ["PRESENTATIONS", "TEXT_DOCUMENTS", "WORKBOOKS"]
