"""PDFs, archives, pictures and text evidence made to harm the host."""

from __future__ import annotations

import bz2
import gzip
import io
import lzma
import struct
import tarfile
import zlib
from collections.abc import Callable, Iterator

from PIL import Image

from checkers import browser, files, jsonc, mail
from checkers.evidence import Unusable
from checkers.images import open_image
from tests.hostile.checker_parsers import AnsweringGuest
from tests.hostile.host_parser import PLACE
from tests.hostile.item import CANARY, Item, canary
from tests.hostile.office_items import parsed
from tests.hostile.seeds import pdf_of, tar_files

MIB = 2**20
_CATALOG, _PAGE = (
    b"<</Type/Catalog/Pages 2 0 R>>",
    b"<</Type/Page/Parent 2 0 R/MediaBox[0 0 9 9]/Contents 4 0 R>>",
)
_PAGES = b"<</Type/Pages/Count 1/Kids[3 0 R]>>"


def stream(data: bytes, further: bytes = b"") -> bytes:
    return b"<</Length %d%s>>stream\n%s\nendstream" % (len(data), further, data)


def bomb(size: int) -> bytes:
    return stream(zlib.compress(bytes(size), 9), b"/Filter/FlateDecode")


def _pdfs() -> Iterator[tuple[str, Callable[[], bytes], str | None]]:
    yield (
        "pages that are their own parents",
        lambda: pdf_of([_CATALOG, b"<</Type/Pages/Count 1/Kids[2 0 R]>>"]),
        "",
    )
    yield (
        "pages in a ring",
        lambda: pdf_of(
            [
                _CATALOG,
                b"<</Type/Pages/Count 2/Kids[3 0 R 3 0 R]>>",
                b"<</Type/Pages/Count 2/Kids[2 0 R 2 0 R]>>",
            ]
        ),
        "",
    )
    yield (
        "six hundred pages",
        lambda: pdf_of(
            [_CATALOG, b"<</Type/Pages/Count 600/Kids[%s]>>" % (b"3 0 R " * 600), _PAGE, stream(b"")]
        ),
        "at most 500 pages",
    )
    yield "a deflated bomb", lambda: pdf_of([_CATALOG, _PAGES, _PAGE, bomb(300 * MIB)]), None
    yield (
        "a bomb in a bomb",
        lambda: pdf_of(
            [
                _CATALOG,
                _PAGES,
                _PAGE,
                stream(
                    zlib.compress(zlib.compress(bytes(300 * MIB), 9), 9), b"/Filter[/FlateDecode/FlateDecode]"
                ),
            ]
        ),
        None,
    )
    yield (
        "filters without end",
        lambda: pdf_of(
            [_CATALOG, _PAGES, _PAGE, stream(b"x", b"/Filter[%s]" % (b"/ASCIIHexDecode" * 10_000))]
        ),
        None,
    )
    yield (
        "a length of another object",
        lambda: pdf_of([_CATALOG, _PAGES, _PAGE, b"<</Length 4 0 R>>stream\nx\nendstream"]),
        None,
    )
    yield "arrays in arrays", lambda: pdf_of([_CATALOG, _PAGES, _PAGE, b"[" * 100_000]), None
    yield "dictionaries in dictionaries", lambda: pdf_of([_CATALOG, _PAGES, _PAGE, b"<</a" * 50_000]), None
    yield (
        "a table of a billion objects",
        lambda: pdf_of([_CATALOG, _PAGES, _PAGE, stream(b"")]).replace(b"xref\n0 5", b"xref\n0 999999999"),
        "",
    )
    yield (
        "a form that draws itself",
        lambda: pdf_of(
            [
                _CATALOG,
                _PAGES,
                b"<</Type/Page/Parent 2 0 R/MediaBox[0 0 9 9]/Resources<</XObject<</X 5 0 R>>>>/Contents 4 0 R>>",
                stream(b"/X Do"),
                stream(b"/X Do", b"/Type/XObject/Subtype/Form/Resources<</XObject<</X 5 0 R>>>>"),
            ]
        ),
        None,
    )
    yield (
        "a script and an address to open",
        lambda: pdf_of(
            [
                b"<</Type/Catalog/Pages 2 0 R/OpenAction<</S/JavaScript/JS(app.launchURL\\('http://127.0.0.1:9'\\))>>>>",
                _PAGES,
                _PAGE,
                stream(b""),
            ]
        ),
        None,
    )
    yield (
        "a file to embed",
        lambda: pdf_of(
            [_CATALOG, _PAGES, _PAGE, b"<</Length 0/F(%s)>>stream\n\nendstream" % str(canary()).encode()]
        ),
        None,
    )
    yield (
        "an unknown encryption",
        lambda: pdf_of([_CATALOG, _PAGES, _PAGE, stream(b"")]).replace(
            b"trailer<<", b"trailer<</Encrypt<</Filter/X/V 99>>"
        ),
        "",
    )
    yield (
        "a text of ten million letters",
        lambda: pdf_of(
            [
                _CATALOG,
                _PAGES,
                _PAGE,
                stream(zlib.compress(b"BT (" + b"a" * 10**7 + b") Tj ET"), b"/Filter/FlateDecode"),
            ]
        ),
        None,
    )
    yield (
        "escape sequences as names",
        lambda: pdf_of([_CATALOG, _PAGES, _PAGE, b"<</\x1b[2J 1/\x1b[2J 2/Encoding/\x1b]0;owned\x07>>"]),
        None,
    )
    yield "nothing but a header", lambda: b"%PDF-1.4", ""
    yield "an endless search for the end", lambda: b"%PDF-1.4\n" + b"startxref\n" * 100_000, ""


def tar(*members: tarfile.TarInfo, form: int = tarfile.GNU_FORMAT) -> bytes:
    stream_ = io.BytesIO()
    with tarfile.open(fileobj=stream_, mode="w", format=form) as archive:
        for member in members:
            archive.addfile(member, io.BytesIO(bytes(member.size)))
    return stream_.getvalue()


def member(name: str, kind: bytes = tarfile.REGTYPE, link: str = "", size: int = 0) -> tarfile.TarInfo:
    info = tarfile.TarInfo(name)
    info.type, info.linkname, info.size = kind, link, size
    return info


def long_names(count: int) -> bytes:
    """Headers that each announce a long name and hold only the next one."""
    info = member("././@LongLink", b"L", size=1)
    return info.tobuf(tarfile.GNU_FORMAT) * count


def _tars() -> Iterator[tuple[str, Callable[[], bytes], str | None]]:
    bombs: tuple[tuple[str, Callable[[bytes], bytes]], ...] = (
        ("gzip", lambda d: gzip.compress(d, 9)),
        ("bzip2", bz2.compress),
        ("xz", lzma.compress),
    )
    for name, pack in bombs:
        yield f"a bomb packed by {name}", lambda p=pack: p(bytes(200 * MIB)), "unpacks to at most"  # type: ignore[misc]
        yield f"half a file packed by {name}", lambda p=pack: p(tar_files()[0])[:60], "readable"  # type: ignore[misc]
    for what, kind in (
        ("symbolic link", tarfile.SYMTYPE),
        ("hard link", tarfile.LNKTYPE),
        ("fifo", tarfile.FIFOTYPE),
        ("character device", tarfile.CHRTYPE),
        ("block device", tarfile.BLKTYPE),
    ):
        yield f"a {what}", lambda k=kind: tar(member("a", k, "/etc/passwd")), "plain files"  # type: ignore[misc]
    yield "a path upwards", lambda: tar(member("../../evil")), "stay inside"
    yield "an absolute path", lambda: tar(member("/etc/evil")), "stay inside"
    yield "a name of escape sequences", lambda: tar(member("\x1b[2J\x1b]0;x\x07")), None
    yield "too many members", lambda: tar(*(member(f"m{n}") for n in range(1001))), "at most 1000 members"
    yield "a size of eight exabytes", lambda: _size_item(b"\x80" + b"\x7f" * 11), "readable"
    yield "a negative size", lambda: _size_item(b"\xff" * 12), None
    yield "long names in long names", lambda: long_names(5000), "readable"
    yield "a sparse file of a tebibyte", lambda: tar(member("a", tarfile.GNUTYPE_SPARSE)), "plain files"
    yield "a header of sixteen mebibytes", lambda: tar(member("x" * 8 * MIB), form=tarfile.PAX_FORMAT), None
    yield (
        "a dictionary of a gibibyte",
        lambda: lzma.compress(b"a", filters=[{"id": lzma.FILTER_LZMA2, "dict_size": 2**30 + 2**29}]),
        "readable",
    )


def _size_item(size: bytes) -> bytes:
    header = bytearray(member("a").tobuf(tarfile.GNU_FORMAT))
    header[124:136] = size
    header[148:156] = b" " * 8
    header[148:156] = b"%06o\0 " % sum(header)
    return bytes(header)


def blank(form: str, width: int, height: int, frames: int = 1, mode: str = "L") -> bytes:
    out = io.BytesIO()
    picture = Image.new(mode, (width, height))
    more = (
        {"save_all": True, "append_images": [picture.copy() for _ in range(frames - 1)]} if frames > 1 else {}
    )
    picture.save(out, form, **more)
    return out.getvalue()


def png_claiming(width: int, height: int) -> bytes:
    """A small PNG that declares this size."""
    data = bytearray(blank("PNG", 1, 1))
    struct.pack_into(">II", data, 16, width, height)
    struct.pack_into(">I", data, 29, zlib.crc32(bytes(data[12:29])))
    return bytes(data)


def _pictures() -> Iterator[tuple[str, Callable[[], bytes], str | None]]:
    for form in ("PNG", "JPEG", "GIF", "BMP", "TIFF", "WEBP"):
        side = 9000 if form != "WEBP" else 16383
        yield (
            f"a {form} of {side} pixels a side",
            lambda f=form, s=side: blank(f, s, min(s, 9000)),
            "too large|exceeds limit",
        )  # type: ignore[misc]
        yield f"half a {form}", lambda f=form: _half(blank(f, 400, 300, mode="RGB")), "."  # type: ignore[misc]
        yield f"a {form} and nothing else", lambda f=form: blank(f, 40, 30)[:12], "."  # type: ignore[misc]
    for form in ("GIF", "WEBP", "PNG", "TIFF"):
        yield f"a {form} of 300 pictures", lambda f=form: blank(f, 64, 64, 300), None  # type: ignore[misc]
    yield "a PNG that declares 2^31 pixels a side", lambda: png_claiming(2**31 - 1, 2**31 - 1), "."
    yield "a PNG that declares no pixels", lambda: png_claiming(0, 0), "."
    yield (
        "a PNG with a text bomb",
        lambda: _with_chunk(b"zTXt", b"a\0\0" + zlib.compress(bytes(200 * MIB), 9)),
        ".",
    )
    yield (
        "a PNG with a colour profile bomb",
        lambda: _with_chunk(b"iCCP", b"a\0\0" + zlib.compress(bytes(99 * MIB), 9)),
        ".",
    )
    yield (
        "a picture that is a page",
        lambda: b"<svg xmlns='http://www.w3.org/2000/svg' onload='alert(1)'/>",
        ".",
    )
    yield (
        "PostScript",
        lambda: b"%!PS-Adobe-3.0 EPSF-3.0\n%%BoundingBox: 0 0 9 9\n(/etc/passwd) (r) file\n",
        ".",
    )
    yield "an icon of Windows", lambda: blank("ICO", 16, 16, mode="RGB"), "."


def _half(data: bytes) -> bytes:
    return data[: len(data) // 2]


def _with_chunk(kind: bytes, content: bytes) -> bytes:
    data = blank("PNG", 4, 4)
    chunk = struct.pack(">I", len(content)) + kind + content + struct.pack(">I", zlib.crc32(kind + content))
    return data[:33] + chunk + data[33:]


def _texts() -> Iterator[tuple[str, Callable[[bytes], object], Callable[[], bytes], str | None]]:
    for what, data, message in (
        ("comments that are not closed", b"/*" * 500_000, "JSON with comments"),
        ("commas before comments that are not closed", b",/*" * 300_000, "JSON with comments"),
        ("a text that is not closed", b'"\\' * 500_000, "JSON with comments"),
        ("escaped quotes without end", b'["' + b'\\"' * 400_000, "JSON with comments"),
        ("commas before spaces", b",  " * 300_000, "JSON with comments"),
        ("lists in lists", b"[" * 500_000, "JSON with comments"),
        ("a number of a million digits", b"9" * 1_000_000, "JSON with comments"),
        ("bytes that are no text", b"\xff\xfe" * 1000, "JSON with comments"),
        ("a key a hundred thousand times", b"{" + b'"a":1,' * 100_000 + b"}", None),
        ("not a number", b'{"a": NaN, "b": Infinity}', None),
        ("a lone surrogate", b'{"a": "\\ud800"}', None),
    ):
        yield f"settings: {what}", jsonc.parse, lambda d=data: d, message  # type: ignore[misc]
    for what, data, message in (
        (
            "folders in folders",
            b'{"roots":{"a":' + b'{"children":[' * 900 + b"]}" * 900 + b"}}",
            "well-formed",
        ),
        ("lists in lists", b"[" * 500_000, "well-formed"),
        ("no object", b"[]", "well-formed"),
        ("roots that are a text", b'{"roots": "abc"}', "well-formed"),
        ("a million values", b'{"roots":{"a":{"children":[' + b"1," * 500_000 + b"1]}}}", "well-formed"),
        ("eight mebibytes and one", b" " * (8 * MIB + 1), "can be read"),
    ):
        yield f"bookmarks: {what}", _bookmarks, lambda d=data: d, message  # type: ignore[misc]
    for what, data, message in (
        ("a thousand and one messages", b"From x\n\n" * 1001, "at most 1000"),
        ("a header of eight mebibytes", b"From x\nSubject: " + b"a" * 8 * MIB, None),
        ("a million headers", b"From x\n" + b"a:b\n" * 1_000_000, None),
        ("a million continued lines", b"From x\nSubject: a\n" + b" b\n" * 1_000_000, None),
        ("escape sequences", b"From x\nSubject: \x1b[2J\x9b\n\n", None),
        ("bytes that are no text", b"From x\nSubject: " + bytes(range(128, 256)) + b"\n\n", None),
        ("a status that is no number", b"From x\nX-Mozilla-Status: zz\n\n", None),
        ("a status of a million digits", b"From x\nX-Mozilla-Status: " + b"f" * 10**6 + b"\n\n", None),
        ("an encoded word without end", b"From x\nSubject: " + b"=?utf-8?q?" * 10_000 + b"\n\n", None),
    ):
        yield f"mail: {what}", mail.parse_folder, lambda d=data: d, message  # type: ignore[misc]
    for what, data, message in (
        ("no UTF-8", b"\xff" * 99, "not UTF-8"),
        ("a mebibyte and one", b"a" * (MIB + 1), "at most"),
        ("escape sequences", b"\x1b[2J", None),
    ):
        yield f"text: {what}", _text, lambda d=data: d, message  # type: ignore[misc]
    for what, data, message in (
        ("a million entries", b"a\0f\x001\0" * 100_000, None),
        ("a field too few", b"a\0f\0", "can be listed"),
        ("a size that is no number", b"a\0f\0x\0", "can be listed"),
        ("over a mebibyte", b"a" * (MIB + 1), "prints at most"),
    ):
        yield f"folder: {what}", _tree, lambda d=data: d, message  # type: ignore[misc]


def _bookmarks(data: bytes) -> object:
    return browser.bookmarks(AnsweringGuest(data))


def _text(data: bytes) -> object:
    return files.read_text(AnsweringGuest(data), PLACE)


def _tree(data: bytes) -> object:
    return files.tree(AnsweringGuest(data), PLACE)


def _archive(data: bytes) -> object:
    return files.tar_archive(AnsweringGuest(data), PLACE)


def _pdf(data: bytes) -> object:
    value = parsed("pdf", data)
    assert CANARY not in repr(value)
    return value


def file_items() -> list[Item]:
    """All items of files other than office files."""
    parts: list[tuple[str, Callable[[bytes], object], Callable[[], bytes], str | None]] = [
        *((f"pdf: {what}", _pdf, make, message) for what, make, message in _pdfs()),
        *((f"archive: {what}", _archive, make, message) for what, make, message in _tars()),
        *((f"picture: {what}", open_image, make, message) for what, make, message in _pictures()),
        *_texts(),
    ]
    return [
        Item(name, make, play, None if message is None else Unusable, message or "")
        for name, play, make, message in parts
    ]
