"""Edits of text documents of Office's form."""

from __future__ import annotations

import docx

from checkers.archives import repacked
from controller.proofs.mutants.additive.edits import Editor
from controller.proofs.mutants.additive.package import save
from controller.proofs.mutants.additive.text_document import (
    characters,
    contents,
    drawings,
    pages,
    paragraph_formats,
    tables,
)
from controller.proofs.mutants.additive.text_document.places import Document


def _open(data: bytes) -> Document:
    return docx.Document(repacked(data, "the document"))


TEXT_DOCUMENTS: Editor[Document] = Editor(
    open=_open,
    save=save,
    rules={
        **characters.RULES,
        **paragraph_formats.RULES,
        **contents.RULES,
        **pages.RULES,
        **tables.RULES,
        **drawings.RULES,
    },
)
