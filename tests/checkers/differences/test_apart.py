"""Trees and differences from the parsers' process are those of this one."""

from __future__ import annotations

import io
from pathlib import Path

import pytest
from docx import Document

from checkers.differences.apart import compare_apart, read_apart
from checkers.differences.compare import compare
from checkers.differences.readers import read_tree
from checkers.evidence import Unusable

TASKS = Path(__file__).resolve().parents[3] / "tasks"
FILES = (
    TASKS / "libreoffice_writer/apply_headings/files/handbook.docx",
    TASKS / "libreoffice_impress/hide_slide/files/garden_club.pptx",
    TASKS / "libreoffice_calc/fill_reorder/files/inventory.ods",
)


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.suffix)
def test_trees_come_as_they_are(file: Path) -> None:
    data = file.read_bytes()
    assert read_apart(file.name, data) == read_tree(file.name, {"": data})


def test_differences_come_as_they_are() -> None:
    before = FILES[0].read_bytes()
    document = Document(io.BytesIO(before))
    document.paragraphs[1].paragraph_format.space_after = 200_000
    document.paragraphs[2].runs[0].bold = True
    document.save(changed := io.BytesIO())
    states = {"": before}, {"": changed.getvalue()}
    here = list(compare(*(read_tree("a.docx", state) for state in states)))
    assert compare_apart("a.docx", *states) == here and len(here) == 2


def test_a_state_that_cannot_be_read_is_named() -> None:
    data = FILES[0].read_bytes()
    with pytest.raises(Unusable, match="as it was after"):
        compare_apart("a.docx", {"": data}, {"": data[:100]})
    with pytest.raises(Unusable):
        read_apart("a.docx", data[:100])
