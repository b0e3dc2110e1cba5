"""Edits that add paragraphs, words, comments and tracked changes."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import Any

from docx.oxml import OxmlElement
from docx.oxml.ns import qn
from docx.text.paragraph import Paragraph
from docx.text.run import Run

from controller.proofs.mutants.additive.edits import Edit, Rule
from controller.proofs.mutants.additive.text_document.places import (
    Document,
    body_paragraphs,
    filled_paragraphs,
    runs,
)

_AUTHOR = {qn("w:id"): "9001", qn("w:author"): "Added", qn("w:date"): "2026-01-05T10:00:00Z"}


def _add_empty_paragraphs(document: Document) -> Iterator[Edit]:
    for place, paragraph in body_paragraphs(document):
        yield Edit(f"before {place}", partial(_insert_before, paragraph, ""))


def _add_paragraphs(document: Document) -> Iterator[Edit]:
    """Insert lines between paragraphs and one at the end."""
    for place, paragraph in body_paragraphs(document):
        yield Edit(f"before {place}", partial(_insert_before, paragraph, "Added line."))
    yield Edit("the end", partial(document.add_paragraph, "Added line."))


def _add_words(document: Document) -> Iterator[Edit]:
    for place, paragraph in filled_paragraphs(document):
        yield Edit(place, partial(paragraph.add_run, " Added."))


def _add_comments(document: Document) -> Iterator[Edit]:
    for place, _paragraph, run in runs(document):
        if run._r.getroottree().getroot().tag == qn("w:document"):
            yield Edit(place, partial(document.add_comment, run, "Please check this.", "Added", "A"))


def _track_insertions(document: Document) -> Iterator[Edit]:
    for place, paragraph in body_paragraphs(document):
        yield Edit(place, partial(_insert_tracked, paragraph))


def _track_deletions(document: Document) -> Iterator[Edit]:
    """Mark runs as deleted; their text is still shown, struck through."""
    for place, _paragraph, run in runs(document):
        yield Edit(place, partial(_delete_tracked, run))


def _track_changes(document: Document) -> Iterator[Edit]:
    settings = document.settings.element
    if settings.find(qn("w:trackRevisions")) is None:
        yield Edit("the settings", partial(_switch_tracking_on, settings))


def _insert_before(paragraph: Paragraph, text: str) -> None:
    added = paragraph.insert_paragraph_before(text)
    added.style = paragraph.style


def _insert_tracked(paragraph: Paragraph) -> None:
    insertion = OxmlElement("w:ins", attrs=_AUTHOR)
    insertion.append(paragraph.add_run(" Added.")._r)
    paragraph._p.append(insertion)


def _delete_tracked(run: Run) -> None:
    deletion = OxmlElement("w:del", attrs=_AUTHOR)
    run._r.addprevious(deletion)
    deletion.append(run._r)
    for text in list(run._r.iter(qn("w:t"))):
        text.tag = qn("w:delText")


def _switch_tracking_on(settings: Any) -> None:
    earlier = [
        settings.find(qn(f"w:{name}")) for name in ("writeProtection", "view", "zoom", "mirrorMargins")
    ]
    index = max((settings.index(each) + 1 for each in earlier if each is not None), default=0)
    settings.insert(index, OxmlElement("w:trackRevisions"))


RULES: dict[str, Rule[Document]] = {
    "empty paragraph added": _add_empty_paragraphs,
    "paragraph added": _add_paragraphs,
    "words added": _add_words,
    "comment added": _add_comments,
    "tracked insertion added": _track_insertions,
    "tracked deletion added": _track_deletions,
    "change tracking switched on": _track_changes,
}
