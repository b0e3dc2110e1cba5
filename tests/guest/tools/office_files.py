"""Text documents, presentations and pictures that tests open, and parts of saved ones."""

from __future__ import annotations

import io
import zipfile
from typing import Any

import docx
import pptx
from PIL import Image

FOX = ("Dear fox", "The fox ran 10 km. Foxes do.", "Yours")


def letter() -> Any:
    """Three paragraphs (FOX) and a table of one cell."""
    document = docx.Document()
    for text in FOX:
        document.add_paragraph(text)
    document.add_table(1, 1).cell(0, 0).text = "a fox"
    return document


def talk(slides: int = 3) -> Any:
    """Slides with a title, "Slide 1" and so on, and two bullets, "a" and "b"."""
    presentation = pptx.Presentation()
    for number in range(1, slides + 1):
        slide = presentation.slides.add_slide(presentation.slide_layouts[1])
        slide.shapes.title.text = f"Slide {number}"
        slide.placeholders[1].text = "a\nb"
    return presentation


def picture(width: int = 200, height: int = 100) -> bytes:
    """A red PNG of this size in pixels, without a resolution of its own."""
    stream = io.BytesIO()
    Image.new("RGB", (width, height), "red").save(stream, "PNG")
    return stream.getvalue()


def member(data: bytes, name: str) -> str:
    """A text file of a document's archive."""
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        return archive.read(name).decode()


def members(data: bytes) -> list[str]:
    """The names of all files of a document's archive."""
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        return archive.namelist()
