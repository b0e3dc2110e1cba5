"""Files of the usual formats that hold many words: whatever is looked for in them is found."""

from __future__ import annotations

import io
import json
import zipfile
from collections.abc import Sequence
from pathlib import PurePosixPath

from docx import Document
from openpyxl import Workbook
from PIL import Image
from pptx import Presentation

COLUMNS = 6
"""Columns of a workbook with all words, so that each stands in several places."""


def stuffed_file(path: str, words: Sequence[str]) -> bytes:
    """Return a file in the format that its name says, with all the words; a text for formats that are not known."""
    suffix = PurePosixPath(path).suffix.lower()
    match suffix:
        case ".xlsx":
            return _workbook(words)
        case ".docx":
            return _document(words)
        case ".pptx":
            return _presentation(words)
        case ".png" | ".jpg" | ".jpeg" | ".bmp" | ".gif" | ".webp":
            return _picture(suffix)
        case ".zip":
            return _archive(words)
        case ".json":
            return json.dumps({word: word for word in words}).encode()
        case ".csv":
            return "\n".join(",".join([word] * COLUMNS) for word in words).encode()
    return "\n".join(words).encode()


def _workbook(words: Sequence[str]) -> bytes:
    workbook = Workbook()
    sheet = workbook.active
    assert sheet is not None
    for word in words:
        value: str | float = float(word) if word.replace(".", "", 1).isdecimal() else word
        sheet.append([value] * COLUMNS)
    return _save_to_bytes(workbook.save)


def _document(words: Sequence[str]) -> bytes:
    document = Document()
    for word in words:
        document.add_paragraph(_printable(word))
    document.add_paragraph(_printable(" ".join(words)))
    return _save_to_bytes(document.save)


def _presentation(words: Sequence[str]) -> bytes:
    presentation = Presentation()
    layout = presentation.slide_layouts[1]
    for word in words[:40]:
        slide = presentation.slides.add_slide(layout)
        for placeholder in slide.placeholders:
            placeholder.text = _printable(word)
    return _save_to_bytes(presentation.save)


def _picture(suffix: str) -> bytes:
    form = {".png": "PNG", ".bmp": "BMP", ".gif": "GIF", ".webp": "WEBP"}.get(suffix, "JPEG")
    out = io.BytesIO()
    Image.new("RGB", (640, 480), "white").save(out, form)
    return out.getvalue()


def _archive(words: Sequence[str]) -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as archive:
        archive.writestr("words.txt", "\n".join(words))
    return out.getvalue()


def _save_to_bytes(save: object) -> bytes:
    assert callable(save)
    out = io.BytesIO()
    save(out)
    return out.getvalue()


def _printable(text: str) -> str:
    """The text without control characters, which XML cannot hold."""
    return "".join(letter if letter.isprintable() else " " for letter in text)
