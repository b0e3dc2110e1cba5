from __future__ import annotations

from checkers.document_model import Document, Paragraph, TextRun
from checkers.paragraph_styles import styles_kept


def document(*paragraphs: tuple[str, str]) -> Document:
    return Document(tuple(Paragraph((TextRun(text),), style) for text, style in paragraphs))


ORIGINAL = document(("Rules", "Title"), ("Play", "Heading 1"), ("Games end at 8.", "Normal"))


def test_new_and_changed_paragraphs_may_have_any_style() -> None:
    changed = document(
        ("Rules", "Title"), ("Play", "Heading 1"), ("Games end at 9.", "List"), ("New", "Quote")
    )
    assert styles_kept(ORIGINAL, ORIGINAL).holds
    assert styles_kept(changed, ORIGINAL).holds


def test_a_heading_must_stay_one() -> None:
    changed = document(("Rules", "Title"), ("Play", "Normal"), ("Games end at 8.", "Normal"))
    claim = styles_kept(changed, ORIGINAL)
    assert not claim.holds
    assert "Play" in str(claim.found)
