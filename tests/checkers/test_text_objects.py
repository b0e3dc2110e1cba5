"""Pictures and formulas in documents, and the font of new text."""

from __future__ import annotations

import io
from collections.abc import Callable

import docx
import pytest
from docx.shared import Pt
from PIL import Image

from checkers.evidence import Unusable
from checkers.text_objects import TextFormula, TextObjects, read_text_objects
from tests.checkers.guests import FileGuest
from tests.checkers.office_files import edited, saved

PATH = "/home/user/sheet.docx"
MAIN = "word/document.xml"
NAME = b'xmlns:m="http://schemas.openxmlformats.org/officeDocument/2006/math"'


def picture() -> bytes:
    stream = io.BytesIO()
    Image.new("RGB", (8, 4), "teal").save(stream, "PNG")
    return stream.getvalue()


def document() -> bytes:
    text = docx.Document()
    text.styles["Normal"].font.name = "Caladea"
    text.styles["Normal"].font.size = Pt(10.5)
    text.add_paragraph("Formula: ")
    text.add_paragraph("")
    text.add_paragraph("").add_run().add_picture(io.BytesIO(picture()))
    return saved(text.save)


def objects(change: Callable[[bytes], bytes] = bytes, member: str = MAIN) -> TextObjects:
    return read_text_objects(FileGuest({PATH: edited(document(), member, change)}), PATH)


def with_formula(content: bytes) -> Callable[[bytes], bytes]:
    formula = b"<m:oMath %s>%s</m:oMath></w:p>" % (NAME, content)
    return lambda xml: xml.replace(b"</w:p>", formula, 1)


def t(text: str) -> bytes:
    return f"<m:r><m:t>{text}</m:t></m:r>".encode()


def test_a_picture_and_its_paragraph() -> None:
    ((number, content),) = [(each.paragraph, each.content) for each in objects().pictures]
    assert number == 2
    assert content == picture()


def test_the_default_font() -> None:
    found = objects()
    assert (found.default_font, found.default_size) == ("Caladea", 10.5)


@pytest.mark.parametrize(
    ("content", "written"),
    [
        (t("a") + t(" = ") + t("b"), "a=b"),
        (b"<m:f><m:num>" + t("a+b") + b"</m:num><m:den>" + t("c") + b"</m:den></m:f>", "(a+b)/(c)"),
        (b"<m:sSup><m:e>" + t("x") + b"</m:e><m:sup>" + t("2") + b"</m:sup></m:sSup>", "x^(2)"),
        (b"<m:sSub><m:e>" + t("x") + b"</m:e><m:sub>" + t("1") + b"</m:sub></m:sSub>", "x_(1)"),
        (b"<m:rad><m:deg/><m:e>" + t("x") + b"</m:e></m:rad>", "sqrt(x)"),
        (b"<m:d><m:e>" + t("a") + b"</m:e><m:e>" + t("b") + b"</m:e></m:d>", "(a,b)"),
    ],
)
def test_formulas(content: bytes, written: str) -> None:
    assert objects(with_formula(content)).formulas == (TextFormula(0, written),)


def test_a_formula_without_end() -> None:
    with pytest.raises(Unusable, match="levels"):
        objects(with_formula(b"<m:e>" * 60 + t("a") + b"</m:e>" * 60))


def test_a_picture_that_is_not_there() -> None:
    with pytest.raises(Unusable, match=r"gone\.png"):
        objects(lambda xml: xml.replace(b"image1.png", b"gone.png"), "word/_rels/document.xml.rels")


def test_a_size_that_is_none() -> None:
    with pytest.raises(Unusable, match="readable document"):
        objects(lambda xml: xml.replace(b'<w:sz w:val="21"/>', b'<w:sz w:val="x"/>'), "word/styles.xml")


def test_no_body() -> None:
    with pytest.raises(Unusable, match="body"):
        objects(lambda xml: xml.replace(b"w:body>", b"w:nobody>"))
