"""Office files and PDFs made to harm the host: the same attacks for every format, and those of one format alone."""

from __future__ import annotations

import io
import zipfile
from collections.abc import Callable, Iterator
from functools import partial

from checkers.evidence import Unusable
from checkers.parsers import parse_apart
from tests.checkers.office_files import zipped
from tests.hostile import seeds
from tests.hostile.item import CANARY, Item, canary

MAIN = {
    "docx": "word/document.xml",
    "xlsx": "xl/worksheets/sheet1.xml",
    "pptx": "ppt/slides/slide1.xml",
    "odt": "content.xml",
    "ods": "content.xml",
    "odp": "content.xml",
}
_SEEDS: dict[str, Callable[[], list[bytes]]] = {
    "docx": seeds.docx_files,
    "xlsx": seeds.xlsx_files,
    "pptx": seeds.pptx_files,
    "odt": seeds.odt_files,
    "ods": seeds.ods_files,
    "odp": seeds.odp_files,
}
_LAUGHS = "".join(f'<!ENTITY l{n} "{f"&l{n - 1};" * 10}">' for n in range(1, 10))


def members(kind: str) -> dict[str, bytes]:
    """The members of a well-formed file."""
    with zipfile.ZipFile(io.BytesIO(_SEEDS[kind]()[0])) as archive:
        return {name: archive.read(name) for name in archive.namelist()}


def with_main(kind: str, change: Callable[[bytes], bytes]) -> bytes:
    """A file whose document itself is changed."""
    parts = members(kind)
    parts[MAIN[kind]] = change(parts[MAIN[kind]])
    return zipped(parts)


def doctype(declarations: str) -> Callable[[bytes], bytes]:
    """Put a document type before the root element and use its entity in it."""

    def change(xml: bytes) -> bytes:
        start = xml.index(b"?>") + 2 if xml.startswith(b"<?xml") else 0
        return xml[:start] + f"<!DOCTYPE x [{declarations}]>".encode() + xml[start:]

    return change


def flag(data: bytes, offset: int, value: int) -> bytes:
    """The archive with a field of each central directory entry changed."""
    changed = bytearray(data)
    at = changed.find(b"PK\1\2")
    while at >= 0:
        changed[at + offset] = value
        at = changed.find(b"PK\1\2", at + 4)
    return bytes(changed)


def append(kind: str, name: str, data: bytes, method: int = zipfile.ZIP_DEFLATED) -> bytes:
    stream = io.BytesIO(zipped(members(kind)))
    with zipfile.ZipFile(stream, "a", method) as archive:
        archive.writestr(name, data)
    return stream.getvalue()


def same_name_twice(kind: str) -> bytes:
    # zipfile warns of a second member of one name, so the name is changed behind its back.
    name = MAIN[kind]
    other = "x" * len(name)
    return append(kind, other, b"<x/>").replace(other.encode(), name.encode())


def many_members(kind: str) -> bytes:
    return zipped({**members(kind), **{f"m{number}": b"" for number in range(5_001)}})


_SHARED: dict[str, tuple[Callable[[str], bytes], str]] = {
    "a billion laughs": (lambda k: with_main(k, doctype(f'<!ENTITY l0 "ha">{_LAUGHS}')), "document type"),
    "a quadratic entity": (lambda k: with_main(k, doctype(f'<!ENTITY a "{"a" * 100_000}">')), "document type"),
    "an entity of a file": (
        lambda k: with_main(k, doctype(f'<!ENTITY a SYSTEM "file://{canary()}">')), "document type",
    ),
    "an entity of an address": (
        lambda k: with_main(k, doctype('<!ENTITY a SYSTEM "http://127.0.0.1:9/x">')), "document type",
    ),
    "a parameter entity": (
        lambda k: with_main(k, doctype('<!ENTITY % a SYSTEM "http://127.0.0.1:9/x.dtd">%a;')), "document type",
    ),
    "a document type in UTF-16": (
        lambda k: with_main(k, lambda _: '<!DOCTYPE x [<!ENTITY a "b">]><x>&a;</x>'.encode("utf-16")), "document type",
    ),
    "a zip bomb": (lambda k: append(k, "b.xml", bytes(2**25)), "suspiciously tight"),
    "a larger zip bomb": (lambda k: append(k, "b.bin", bytes(65 * 2**20)), "unpacks to"),
    "a member twice": (same_name_twice, "two members"),
    "a path upwards": (lambda k: append(k, "../../evil", b"x"), "points outside"),
    "an absolute path": (lambda k: append(k, "/etc/evil", b"x"), "points outside"),
    "a path of Windows": (lambda k: append(k, "..\\evil", b"x"), "points outside"),
    "a member packed by bzip2": (lambda k: append(k, "b", bytes(999), zipfile.ZIP_BZIP2), "method 12"),
    "a member packed by LZMA": (lambda k: append(k, "b", bytes(999), zipfile.ZIP_LZMA), "method 14"),
    "an encrypted member": (lambda k: flag(zipped(members(k)), 8, 1), "encrypted"),
    "too many members": (many_members, "members, more than"),
    "half a file": (lambda k: zipped(members(k))[: len(zipped(members(k))) // 2], "readable archive"),
    "nothing": (lambda k: b"", "readable archive"),
    "no archive": (lambda k: b"\x7fELF" + bytes(4096), "readable archive"),
    "a document of another kind": (lambda k: zipped({"x": b"y"}), "."),
    "binary in place of XML": (lambda k: with_main(k, lambda _: bytes(range(256)) * 64), "."),
    "deep nesting": (lambda k: with_main(k, lambda _: b"<a>" * 200_000), "."),
}  # fmt: skip


def shared_items() -> Iterator[Item]:
    """Each attack that works alike on every format."""
    for kind in MAIN:
        for what, (make, message) in _SHARED.items():
            yield Item(f"{kind}: {what}", partial(make, kind), partial(parsed, kind), Unusable, message)


def parsed(kind: str, data: bytes) -> object:
    """What the product makes of a file, in its process with limits; nothing of this host in it."""
    value = parse_apart(kind, data, f"a.{kind}", memory_bytes=256 * 2**20, cpu_seconds=30)
    assert CANARY not in repr(value)
    return value


def replaced(kind: str, old: bytes, new: bytes, member: str = "") -> bytes:
    parts = members(kind)
    name = member or MAIN[kind]
    assert old in parts[name], (kind, old)
    parts[name] = parts[name].replace(old, new, 1)
    return zipped(parts)


def relation(kind: str, member: str) -> bytes:
    """A part that another host has: an external target."""
    outside = (
        '<Relationship Id="rId999" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/image" '
        'Target="http://127.0.0.1:9/x" TargetMode="External"/></Relationships>'
    )
    return replaced(kind, b"</Relationships>", outside.encode(), member)


def _single() -> Iterator[tuple[str, str, Callable[[], bytes], str | None]]:
    """Attacks of one format: kind, name, file, and the message; None where the document must be read."""
    yield "docx", "an external picture", lambda: relation("docx", "word/_rels/document.xml.rels"), None
    yield "xlsx", "an external link", lambda: relation("xlsx", "xl/_rels/workbook.xml.rels"), None
    yield "pptx", "an external picture", lambda: relation("pptx", "ppt/slides/_rels/slide1.xml.rels"), None
    yield (
        "docx",
        "a style based on itself",
        lambda: replaced(
            "docx",
            b'w:styleId="Heading1">',
            b'w:styleId="Heading1"><w:basedOn w:val="Heading1"/>',
            "word/styles.xml",
        ),
        None,
    )
    yield (
        "docx",
        "a table of a hundred million columns",
        lambda: replaced("docx", b"<w:tcPr>", b'<w:tcPr><w:gridSpan w:val="100000000"/>'),
        "256 MiB of memory",
    )
    yield (
        "docx",
        "a size that is no number",
        lambda: replaced("docx", b'w:sz w:val="28"', b'w:sz w:val="1e"'),
        ".",
    )
    yield (
        "xlsx",
        "a dimension of all cells",
        lambda: replaced("xlsx", b'<dimension ref="A1:B4"', b'<dimension ref="A1:XFD1048576"'),
        None,
    )
    yield (
        "xlsx",
        "a cell at the far end",
        lambda: replaced("xlsx", b'r="B4"', b'r="XFD1048576"'),
        "usual size",
    )
    yield (
        "xlsx",
        "all cells merged",
        lambda: replaced(
            "xlsx", b"</sheetData>", b'</sheetData><mergeCells><mergeCell ref="A1:XFD1048576"/></mergeCells>'
        ),
        "256 MiB of memory|it takes over",
    )
    yield (
        "xlsx",
        "a column style for all columns",
        lambda: replaced(
            "xlsx", b"<sheetData>", b'<cols><col min="1" max="2147483647" width="9"/></cols><sheetData>'
        ),
        None,
    )
    yield (
        "xlsx",
        "names that refer to each other",
        lambda: replaced(
            "xlsx",
            b"<definedNames/>" if b"<definedNames/>" in members("xlsx")["xl/workbook.xml"] else b"<sheets>",
            b'<definedNames><definedName name="a">b</definedName><definedName name="b">a</definedName></definedNames>'
            + (b"" if b"<definedNames/>" in members("xlsx")["xl/workbook.xml"] else b"<sheets>"),
            "xl/workbook.xml",
        ),
        None,
    )
    yield (
        "xlsx",
        "a number of ten thousand digits",
        lambda: replaced("xlsx", b"<v>2.5</v>", b"<v>" + b"9" * 10_000 + b"</v>"),
        ".",
    )
    yield (
        "xlsx",
        "a formula that calls a program",
        lambda: replaced("xlsx", b"<f>B2+B3</f>", b"<f>cmd|' /C calc'!A0</f>"),
        None,
    )
    yield (
        "ods",
        "rows repeated a million times",
        lambda: _ods('table:number-rows-repeated="1048576"', ""),
        "usual size",
    )
    yield (
        "ods",
        "cells repeated a million times",
        lambda: _ods("", 'table:number-columns-repeated="1048576"'),
        "usual",
    )
    yield "ods", "a negative repetition", lambda: _ods('table:number-rows-repeated="-5"', ""), None
    yield (
        "ods",
        "a repetition that is no number",
        lambda: _ods('table:number-rows-repeated="x"', ""),
        "readable",
    )
    yield "ods", "an infinite value", lambda: _ods("", "", "inf"), None
    yield "ods", "a value of a thousand digits", lambda: _ods("", "", "9" * 1000), None
    yield "ods", "decimal places without end", lambda: _ods("", "", "1"), None
    yield (
        "odt",
        "a style that is its own parent",
        lambda: with_main(
            "odt", lambda x: x.replace(b'style:parent-style-name="P2"', b'style:parent-style-name="P1"')
        ),
        None,
    )
    yield "odt", "spaces without end", lambda: _odt(b'<text:s text:c="1000"/>' * 500_000), "256 MiB of memory"
    yield (
        "odt",
        "spans in spans",
        lambda: _odt(b"<text:span>" * 20_000 + b"</text:span>" * 20_000),
        "RecursionError",
    )
    yield (
        "odt",
        "a link to a program",
        lambda: _odt(
            b'<text:a xlink:href="file:///bin/sh" xmlns:xlink="http://www.w3.org/1999/xlink">x</text:a>'
        ),
        None,
    )
    yield (
        "odt",
        "a style sheet elsewhere",
        lambda: with_main(
            "odt",
            lambda x: x.replace(
                b"?>", b'?><?xml-stylesheet href="http://127.0.0.1:9/x.xsl" type="text/xsl"?>', 1
            ),
        ),
        None,
    )
    yield (
        "odp",
        "a picture of an address",
        lambda: with_main(
            "odp",
            lambda x: x.replace(
                b"<draw:text-box>",
                b'<draw:image xlink:href="http://127.0.0.1:9/x" '
                b'xmlns:xlink="http://www.w3.org/1999/xlink"/><draw:text-box>',
                1,
            ),
        ),
        None,
    )
    yield (
        "odp",
        "a length that is no number",
        lambda: with_main("odp", lambda x: x.replace(b'svg:x="1cm"', b'svg:x="1e999cm"')),
        None,
    )
    yield (
        "pptx",
        "groups in groups",
        lambda: replaced(
            "pptx",
            b"</p:spTree>",
            b"<p:grpSp><p:nvGrpSpPr/><p:grpSpPr/>" * 3000 + b"</p:grpSp>" * 3000 + b"</p:spTree>",
        ),
        ".",
    )


def _ods(row: str, cell: str, value: str = "1") -> bytes:
    names = seeds.ODF_NAMES
    return zipped({"content.xml": (
        f'<office:document-content {names}><office:body><office:spreadsheet><table:table table:name="S">'
        f'<table:table-row {row}><table:table-cell {cell} office:value-type="float" office:value="{value}"/>'
        "<table:table-cell/><table:table-cell office:value-type=\"float\" office:value=\"2\"/><table:table-cell "
        "office:value-type=\"float\" office:value=\"3\"/></table:table-row></table:table></office:spreadsheet>"
        "</office:body></office:document-content>"
    ).encode()})  # fmt: skip


def _odt(content: bytes) -> bytes:
    names = seeds.ODF_NAMES.encode()
    return zipped({"content.xml": (
        b"<office:document-content %s><office:body><office:text><text:p>%s</text:p></office:text></office:body>"
        b"</office:document-content>" % (names, content)
    )}, zipfile.ZIP_STORED)  # fmt: skip


def office_items() -> list[Item]:
    """All items of office files."""
    single = [
        Item(
            f"{kind}: {what}",
            make,
            partial(parsed, kind),
            None if message is None else Unusable,
            message or "",
        )
        for kind, what, make, message in _single()
    ]
    return [*shared_items(), *single]
