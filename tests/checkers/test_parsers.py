"""Files made to exhaust the host: each is refused within its limits, and the controller's own memory stays."""

from __future__ import annotations

import io
import struct
import time
import zipfile
import zlib
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from datetime import date, datetime

import docx
import openpyxl
import pytest

from checkers.document_model import Document, Paragraph, TextRun
from checkers.encoding import decode, encode
from checkers.evidence import Unusable
from checkers.parsers import parse_apart
from checkers.slide_model import Box, Presentation, Slide
from checkers.workbook_model import Cell, Chart, Sheet, Workbook
from tests.checkers.office_files import zipped
from tests.memory import takes_at_most
from tests.waiting import limit

ODF = (
    'xmlns:office="urn:oasis:names:tc:opendocument:xmlns:office:1.0" '
    'xmlns:text="urn:oasis:names:tc:opendocument:xmlns:text:1.0" '
    'xmlns:table="urn:oasis:names:tc:opendocument:xmlns:table:1.0"'
)


def with_false_size(data: bytes, declared: int) -> bytes:
    """A zip of one deflated member that says it unpacks to fewer bytes than it does."""
    squeezer = zlib.compressobj(9, zlib.DEFLATED, -15)
    packed = squeezer.compress(data) + squeezer.flush()
    name = b"content.xml"
    fields = (20, 0, 8, 0, 0, zlib.crc32(data[:declared]), len(packed), declared, len(name))
    local = struct.pack("<4sHHHHHIIIHH", b"PK\3\4", *fields, 0) + name + packed
    central = struct.pack("<4sHHHHHHIIIHHHHHII", b"PK\1\2", 20, *fields, 0, 0, 0, 0, 0, 0) + name
    end = struct.pack("<4sHHHHIIH", b"PK\5\6", 0, 0, 1, 1, len(central), len(local), 0)
    return local + central + end


def docx_with(old: str, new: str) -> bytes:
    """A document of one table, one text of its XML replaced."""
    document = docx.Document()
    document.add_table(1, 1).cell(0, 0).text = "cell"
    stream = io.BytesIO()
    document.save(stream)
    with zipfile.ZipFile(stream) as archive:
        members = {name: archive.read(name) for name in archive.namelist()}
    main = members["word/document.xml"].decode()
    assert old in main
    members["word/document.xml"] = main.replace(old, new, 1).encode()
    return zipped(members)


def odt(content: str) -> bytes:
    body = f"<office:body><office:text>{content}</office:text></office:body>"
    text = f"<office:document-content {ODF}>{body}</office:document-content>"
    return zipped({"content.xml": text.encode()}, zipfile.ZIP_STORED)


def packed_by(method: int) -> bytes:
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w", method) as archive:
        archive.writestr("content.xml", bytes(2**20))
    return stream.getvalue()


def empty_cells(count: int) -> bytes:
    """A workbook whose sheet has this many empty cells."""
    book = openpyxl.Workbook()
    stream = io.BytesIO()
    book.save(stream)
    with zipfile.ZipFile(stream) as archive:
        members = {name: archive.read(name) for name in archive.namelist()}
    sheet = members["xl/worksheets/sheet1.xml"].decode()
    cells = "<sheetData><row>" + "<c/>" * count + "</row></sheetData>"
    assert "<sheetData></sheetData>" in sheet
    members["xl/worksheets/sheet1.xml"] = sheet.replace("<sheetData></sheetData>", cells).encode()
    return zipped(members, zipfile.ZIP_STORED)


HOSTILE: dict[str, tuple[str, Callable[[], bytes], str]] = {
    "bzip2": ("odt", lambda: packed_by(zipfile.ZIP_BZIP2), "packed by method 12"),
    "lzma": ("odt", lambda: packed_by(zipfile.ZIP_LZMA), "packed by method 14"),
    "a false size": ("odt", lambda: with_false_size(bytes(2**28), 100), "well-formed"),
    "a wide table": (
        "docx",
        lambda: docx_with("<w:tcPr>", '<w:tcPr><w:gridSpan w:val="100000000"/>'),
        "256 MiB of memory",
    ),
    "spaces": (
        "odt",
        lambda: odt("<text:p>" + '<text:s text:c="1000"/>' * 500_000 + "</text:p>"),
        "256 MiB of memory",
    ),
    "deep nesting": (
        "odt",
        lambda: odt("<text:p>" + "<text:span>" * 50_000 + "</text:span>" * 50_000 + "</text:p>"),
        "RecursionError",
    ),
    "empty cells": ("xlsx", lambda: empty_cells(6_000_000), "256 MiB of memory"),
}


@pytest.mark.slow
@pytest.mark.parametrize("what", HOSTILE)
def test_what_exhausts_a_parser_is_refused(what: str) -> None:
    parser, make, message = HOSTILE[what]
    data = make()
    with takes_at_most(200), pytest.raises(Unusable, match=message):
        parse_apart(parser, data, f"a.{parser}", memory_bytes=256 * 2**20, cpu_seconds=20)


@pytest.mark.slow
def test_a_parser_that_takes_too_long_is_ended() -> None:
    began = time.monotonic()
    with pytest.raises(Unusable, match="it takes over 1 s"):
        parse_apart("xlsx", empty_cells(2_000_000), "a.xlsx", cpu_seconds=1)
    assert time.monotonic() - began < limit(60)


def test_files_are_parsed_side_by_side_and_servers_used_again() -> None:
    data = odt("<text:p>one</text:p>")
    with ThreadPoolExecutor(4) as pool:
        texts = list(pool.map(lambda n: parse_apart("odt", data, f"{n}.odt").text, range(12)))
    assert texts == ["one"] * 12


@pytest.mark.parametrize(
    "value",
    [
        Document(
            (Paragraph((TextRun("a", size=12.0, colour=0xFF0000),), "Title"),), ((("x", "y"),),), ("h",)
        ),
        Presentation((Slide((Box("title", (Paragraph(),), 1.5),), hidden=True),), 25.4, 19.05),
        Workbook(
            [
                Sheet(
                    "A",
                    {(1, 1): Cell(datetime(2026, 1, 2, 3)), (2, 1): Cell(date(2026, 1, 2), "=A1")},
                    [Chart("bar", "T", ("A1:B2",))],
                    frozenset({3}),
                )
            ]
        ),
        ["page 1", "page 2"],
    ],
)
def test_what_parsers_return_is_carried_whole(value: object) -> None:
    assert decode(encode(value)) == value


def test_nothing_else_is_carried() -> None:
    with pytest.raises(TypeError, match="no model holds a Popen"):
        encode(type("Popen", (), {})())
    with pytest.raises(ValueError, match="'system' is no kind of value"):
        decode('{"system": ["true"]}')
