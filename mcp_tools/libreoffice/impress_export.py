"""Impress's tools that write other files: pictures of slides, a text document of their text."""

from __future__ import annotations

import os
import shutil
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Annotated, Any, Literal

from PIL import Image
from pydantic import BaseModel, Field

from mcp_tools.libreoffice.documents import IMPRESS, document
from mcp_tools.libreoffice.export import export
from mcp_tools.libreoffice.export import output_path as path_to_write
from mcp_tools.libreoffice.file_names import refuse_impossible_path
from mcp_tools.libreoffice.office import name_of, path_of, service
from mcp_tools.libreoffice.properties import property_values, typed_property_values
from mcp_tools.libreoffice.slides import slide_at
from mcp_tools.libreoffice.uno_bridge import run_in_process
from mcp_tools.registry import ToolError, tool

PIL_FORMATS = {
    ".png": "PNG",
    ".jpeg": "JPEG",
    ".jpg": "JPEG",
    ".gif": "GIF",
    ".bmp": "BMP",
    ".tiff": "TIFF",
    ".tif": "TIFF",
}
PIXELS_WIDE = 1280
_PARAGRAPH_BREAK = "\r"
"""What starts a paragraph in text given to Writer; a line feed is a line break within one."""


class ExportedImages(BaseModel):
    """The pictures that were written."""

    document: str
    files: list[str]
    width: int = Field(description="In pixels")
    height: int


@tool(
    "osworld_mcp_libreoffice_impress.export_to_image",
    app="libreoffice_impress",
    destructive=True,
    seconds=120,
)
def export_to_image(
    file_path: Annotated[
        str,
        Field(
            description="Picture to write, such as /home/user/talk.png. For all slides a number goes before the "
            "ending: talk-1.png, talk-2.png.",
            min_length=1,
        ),
    ],
    format: Literal["png", "jpeg", "jpg", "gif", "bmp", "tiff"],
    slide_index: Annotated[
        int | None, Field(description="Slide number, counted from 1; without it, all slides.")
    ] = None,
) -> ExportedImages:
    """Write a slide, or each slide, of the open presentation to a picture 1280 pixels wide.

    Existing files are replaced.
    """
    with document(IMPRESS, changing=False) as presentation:
        count = presentation.getDrawPages().getCount()
        path = _picture_path(presentation, file_path, format)
        numbers = [slide_index] if slide_index is not None else list(range(1, count + 1))
        slides = [slide_at(presentation, number) for number in numbers]
        width, height = PIXELS_WIDE, _height(slides[0])
        files = [
            path if slide_index is not None else path.with_stem(f"{path.stem}-{number}") for number in numbers
        ]
        _refuse_unwritable(files)
        with TemporaryDirectory() as folder:
            drawn = [Path(folder, f"{number}{path.suffix}") for number in numbers]
            for slide, picture in zip(slides, drawn, strict=True):
                _draw(slide, picture, width, height)
            _copy(drawn, files)
        return ExportedImages(
            document=name_of(presentation), files=[str(file) for file in files], width=width, height=height
        )


@tool(
    "osworld_mcp_libreoffice_impress.convert_to_docx", app="libreoffice_impress", destructive=True, seconds=60
)
def convert_to_docx(
    output_path: Annotated[
        str | None,
        Field(description="The .docx file to write; without it, the presentation's path ending in .docx."),
    ] = None,
) -> str:
    """Write all text of the open presentation, slide by slide, to a new Word document.

    A paragraph a line or bullet, in the order of the boxes; notes are left out. An existing file is replaced;
    the document is not opened.
    """
    refuse_impossible_path(output_path or "")
    with document(IMPRESS, changing=False) as presentation:
        path = path_to_write(presentation, output_path, ".docx")
        slides = presentation.getDrawPages()
        lines = run_in_process("presentations.lines", presentation=presentation)
        if not lines:
            raise ToolError(f"{name_of(presentation)} holds no text; nothing was written.")
        _write_docx(lines, path)
        return f"Wrote {len(lines)} lines of {slides.getCount()} slides of {name_of(presentation)} to {path}."


def _picture_path(presentation: Any, requested: str, ending: str) -> Path:
    refuse_impossible_path(requested)
    path = Path(requested).expanduser()
    if not path.is_absolute():
        path = (Path(path_of(presentation)).parent if presentation.hasLocation() else Path.home()) / path
    if not path.suffix:
        path = path.with_suffix(f".{ending}")
    if PIL_FORMATS.get(path.suffix.lower()) != PIL_FORMATS[f".{ending}"]:
        raise ToolError(f'"{requested}" does not fit format {ending}: let it end in .{ending}.')
    if not path.parent.is_dir():
        raise ToolError(f"The folder {path.parent} does not exist. Create it first or choose another one.")
    return path


def _refuse_unwritable(files: list[Path]) -> None:
    """Raise ToolError when one of the files cannot be written, so that none is."""
    for file in files:
        refuse_impossible_path(str(file))
        if file.is_dir():
            raise ToolError(f"{file} is a folder. Name the file to write in it.")
        if not os.access(file if file.exists() else file.parent, os.W_OK):
            raise ToolError(f"{file} could not be written: you may not write there. Choose another file.")


def _height(slide: Any) -> int:
    width, height = slide.getPropertyValue("Width"), slide.getPropertyValue("Height")
    return max(1, int(PIXELS_WIDE * height / width + 0.5))


def _draw(slide: Any, path: Path, width: int, height: int) -> None:
    """Draw a slide into a picture file; LibreOffice draws PNG, as its other filters ignore the size."""
    exporter = service("com.sun.star.drawing.GraphicExportFilter")
    exporter.setSourceDocument(slide)
    size = typed_property_values(PixelWidth=width, PixelHeight=height)
    drawn = path.with_suffix(".drawn")
    exporter.filter(property_values(URL=drawn.as_uri(), MediaType="image/png", FilterData=size))
    with Image.open(drawn) as image:
        image.convert("RGB").save(path, PIL_FORMATS[path.suffix.lower()])
    drawn.unlink()


def _copy(drawn: list[Path], files: list[Path]) -> None:
    for picture, file in zip(drawn, files, strict=True):
        try:
            shutil.copyfile(picture, file)
        except OSError as error:
            raise ToolError(
                f"{file} could not be written ({error.strerror}). Check that you may write to it and "
                "that the disk is not full, or choose another file."
            ) from error


def _write_docx(lines: list[str], path: Path) -> None:
    # A document without a window: LibreOffice crashes now and then when it makes menus for a hidden one.
    text_document = service("com.sun.star.text.TextDocument")
    text_document.initNew()
    try:
        text_document.getText().setString(_PARAGRAPH_BREAK.join(lines))
        export(text_document, path, "MS Word 2007 XML")
    finally:
        text_document.close(True)
