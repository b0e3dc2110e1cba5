"""Which additive mutants a content has, by what it is."""

from __future__ import annotations

import io
import random
from pathlib import Path

import docx
import openpyxl
import pptx
import pytest
from hypothesis import given
from hypothesis import strategies as st

from controller.proofs.mutants.additive.contents import additive_mutants
from controller.proofs.mutants.additive.edits import MOST, spread
from tests.checkers.office_files import saved, zipped

pytestmark = pytest.mark.sampled

TASKS = Path(__file__).parents[5] / "tasks"
LEAST = 20
_FORMS = (".docx", ".xlsx", ".pptx", ".odt", ".ods", ".odp")
FIXTURES = [
    path
    for path in sorted(TASKS.glob("*/*/files/*"))
    if (path.suffix in _FORMS and path.read_bytes().startswith(b"PK")) or path.name == "Inbox"
]


@given(st.lists(st.integers(), unique=True))
def test_places_are_spread_from_the_first_to_the_last(items: list[int]) -> None:
    chosen = spread(items)
    assert len(chosen) == len(set(chosen)) == min(MOST, len(items))
    assert chosen == sorted(chosen, key=items.index)
    assert chosen[:1] + chosen[-1:] == items[:1] + items[-1:]


@pytest.mark.filterwarnings("ignore:.*extension is not supported:UserWarning")
@pytest.mark.parametrize("path", FIXTURES, ids=lambda path: str(path.relative_to(TASKS)))
def test_documents_and_mail_of_tasks_have_enough_mutants(path: Path) -> None:
    data = path.read_bytes()
    mutants = list(additive_mutants(data, f"/home/user/Documents/{path.name}"))
    assert len(mutants) >= LEAST
    mutant = random.Random(path.name).choice(mutants)
    made = mutant.made()
    assert made != data
    again = [(each.kind, each.place) for each in additive_mutants(data, f"/home/user/Documents/{path.name}")]
    assert again == [(each.kind, each.place) for each in mutants]
    if path.suffix == ".xlsx":
        openpyxl.load_workbook(io.BytesIO(made))
    elif path.suffix == ".docx":
        docx.Document(io.BytesIO(made))
    elif path.suffix == ".pptx":
        pptx.Presentation(io.BytesIO(made))


@pytest.mark.parametrize(
    "path, data, kinds",
    [
        ("notes.txt", b"one\n", {"line added", "blank line added", "line ends changed"}),
        ("a.csv", b"a,b\n1,2\n", {"row added", "column added", "line ends changed"}),
        ("settings.json", b'{"a": [1]}', {"key added", "item added"}),
        ("Default/Bookmarks", b'{"children": []}', {"bookmark added", "folder added"}),
        ("vlcrc", b"[core]\nloop=0\n", {"setting changed", "setting added"}),
        (".thunderbird/p/Mail/a.test/Trash", b"", {"message added"}),
    ],
)
def test_a_content_is_known_by_itself_and_by_its_name(path: str, data: bytes, kinds: set[str]) -> None:
    assert {mutant.kind for mutant in additive_mutants(data, f"/home/user/{path}")} == kinds


@pytest.mark.parametrize(
    "path, data",
    [
        ("photo.png", b"\x89PNG\r\n\x1a\n\0\0"),
        ("letter.pdf", b"%PDF-1.4\n"),
        ("themes.vsix", zipped({"[Content_Types].xml": b"<Types/>", "extension.vsixmanifest": b"<a/>"})),
        (".~lock.budget.xlsx#", b"Robin;"),
        ("binary", b"text\0text"),
    ],
)
def test_other_contents_have_none(path: str, data: bytes) -> None:
    assert not list(additive_mutants(data, f"/home/user/Documents/{path}"))


def test_a_document_is_known_whatever_its_name() -> None:
    data = saved(openpyxl.Workbook().save)
    assert "sheet added" in {mutant.kind for mutant in additive_mutants(data, "/home/user/backup")}
