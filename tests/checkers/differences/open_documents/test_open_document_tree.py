"""OpenDocument files: what a user sees differs, what LibreOffice writes in another way does not."""

from __future__ import annotations

import io
import zipfile
from collections.abc import Callable
from pathlib import Path

import pytest

from checkers.differences.compare import compare
from checkers.differences.open_documents.open_document_tree import read_open_document_tree
from checkers.evidence import Unusable

TASKS = Path(__file__).resolve().parents[4] / "tasks"
FILES = {
    "essay.odt": TASKS / "libreoffice_writer/line_spacing/files/essay.odt",
    "inventory.ods": TASKS / "libreoffice_calc/fill_reorder/files/inventory.ods",
    "kickoff.odp": TASKS / "libreoffice_impress/recap_slide/files/kickoff.odp",
}
Edit = Callable[[str], str]


def edited(name: str, part: str, edit: Edit) -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(FILES[name]) as before, zipfile.ZipFile(out, "w") as after:
        for member in before.namelist():
            data = before.read(member)
            if member == part:
                changed = edit(data.decode())
                assert changed != data.decode(), "the edit changes something"
                data = changed.encode()
            after.writestr(member, data)
    return out.getvalue()


def changes(name: str, part: str, edit: Edit) -> list[tuple[str, str]]:
    before = read_open_document_tree(FILES[name].read_bytes(), name)
    after = read_open_document_tree(edited(name, part, edit), name)
    return [(change.place, change.what) for change in compare(before, after)]


def swap(old: str, new: str) -> Edit:
    return lambda text: text.replace(old, new, 1)


SHEET = "sheet Stock"


@pytest.mark.parametrize(
    ("name", "part", "edit", "expected"),
    [
        (
            "inventory.ods",
            "content.xml",
            swap("<text:p>Item", "<text:p>Thing"),
            (f"{SHEET}/cell A1", "value"),
        ),
        (
            "inventory.ods",
            "content.xml",
            swap("<table:table-row ", '<table:table-row table:visibility="collapse" '),
            (f"{SHEET}/row 1", "hidden"),
        ),
        (
            "inventory.ods",
            "content.xml",
            swap('table:name="Stock"', 'table:name="Stock" table:protected="true"'),
            (SHEET, "protected"),
        ),
        (
            "essay.odt",
            "content.xml",
            swap("</text:p>", "<office:annotation><text:p>Why?</text:p></office:annotation></text:p>"),
            ("paragraph 1/comment 1", "added"),
        ),
        (
            "essay.odt",
            "styles.xml",
            swap('style:name="Title"', 'style:hidden="true" style:name="Title"'),
            ("style paragraph Title", "hidden"),
        ),
        (
            "kickoff.odp",
            "content.xml",
            swap('draw:name="Agenda"', 'draw:name="Plan"'),
            ("slide Agenda", "removed"),
        ),
    ],
)
def test_a_change_is_seen_where_it_is(name: str, part: str, edit: Edit, expected: tuple[str, str]) -> None:
    assert expected in changes(name, part, edit)


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ('fo:padding-top="0.1', 'fo:padding-top="0.9'),
        ('svg:x="', 'svg:x="1'),
        ('draw:fill="none"', 'draw:fill="solid"'),
    ],
)
def test_looks_of_slides_are_seen(old: str, new: str) -> None:
    assert changes("kickoff.odp", "content.xml", swap(old, new))


def test_a_style_by_another_name_is_the_same() -> None:
    assert changes("kickoff.odp", "content.xml", lambda text: text.replace('"pr1"', '"pr91"')) == []


def test_repeated_cells_are_the_same_as_single_ones() -> None:
    cell = "<table:table-cell/>"
    double = '<table:table-cell table:number-columns-repeated="2"/>'
    tail = "</table:table-row>"
    for added in (cell + cell, double):
        assert changes("inventory.ods", "content.xml", swap(tail, added + tail)) == []


def test_a_row_that_fills_the_sheet_is_not_read_cell_by_cell() -> None:
    many = '<table:table-row table:number-rows-repeated="1000000"><table:table-cell/></table:table-row></table:table>'
    assert changes("inventory.ods", "content.xml", swap("</table:table>", many)) == []


@pytest.mark.parametrize("damage", [b"", b"PK\3\4", FILES["essay.odt"].read_bytes()[:3000]])
def test_a_damaged_file_cannot_be_used(damage: bytes) -> None:
    with pytest.raises(Unusable):
        read_open_document_tree(damage, "essay.odt")


def test_deep_nesting_and_huge_tables_are_refused() -> None:
    deep = "<text:section>" * 200 + "</text:section>" * 200
    with pytest.raises(Unusable, match="nested"):
        read_open_document_tree(
            edited("essay.odt", "content.xml", swap("</office:text>", f"{deep}</office:text>")), "essay.odt"
        )
    wide = '<table:table-cell table:number-columns-repeated="1000"/>' * 300
    with pytest.raises(Unusable, match="at most so many cells"):
        read_open_document_tree(
            edited("inventory.ods", "content.xml", swap("</table:table-row>", f"{wide}</table:table-row>")),
            "inventory.ods",
        )
