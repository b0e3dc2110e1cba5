"""Edits of presentations of Office's form."""

from __future__ import annotations

import pptx

from checkers.archives import repacked
from controller.proofs.mutants.additive.edits import Editor
from controller.proofs.mutants.additive.package import save
from controller.proofs.mutants.additive.presentation import boxes, decks, texts
from controller.proofs.mutants.additive.presentation.places import Presentation


def _open(data: bytes) -> Presentation:
    return pptx.Presentation(repacked(data, "the presentation"))


PRESENTATIONS: Editor[Presentation] = Editor(
    open=_open, save=save, rules={**texts.RULES, **boxes.RULES, **decks.RULES}
)
