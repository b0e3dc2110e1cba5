"""Pictures that tools are given by path."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from tempfile import NamedTemporaryFile
from typing import Any

from PIL import Image

from mcp_tools.libreoffice.office import service
from mcp_tools.libreoffice.properties import property_values
from mcp_tools.os_command import existing_file
from mcp_tools.registry import ToolError

HUNDREDTHS_OF_MM_PER_INCH = 2540
PIXELS_PER_INCH = 96


@dataclass(frozen=True, slots=True)
class Picture:
    """A picture that LibreOffice has read: its graphic, natural width and height in hundredths of a millimetre."""

    graphic: Any
    width: int
    height: int

    def scale(self, width: int | None, height: int | None) -> tuple[int, int]:
        """Its size for a wanted width and/or height; with one of them the proportions stay."""
        if width and height:
            return width, height
        if width:
            return width, max(1, round(width * self.height / self.width))
        if height:
            return max(1, round(height * self.width / self.height)), height
        return self.width, self.height


def fit(size: tuple[int, int], room: tuple[int, int]) -> tuple[int, int]:
    """A width and height, made smaller in proportion where they exceed those of the room."""
    factor = min(1.0, room[0] / size[0], room[1] / size[1])
    return max(1, round(size[0] * factor)), max(1, round(size[1] * factor))


def read_picture(path: str) -> Picture:
    """A picture file as LibreOffice reads it; only inside `document`. Raises ToolError."""
    file = existing_file(path)
    provider = service("com.sun.star.graphic.GraphicProvider")
    graphic = provider.queryGraphic(property_values(URL=file.as_uri()))
    if graphic is None:
        raise ToolError(f"{path} is no picture that LibreOffice can read. Give a PNG or JPEG file.")
    size = graphic.getPropertyValue("Size100thMM")
    if not (size.Width and size.Height):
        size = graphic.getPropertyValue("SizePixel")
        return Picture(graphic, pixels(size.Width), pixels(size.Height))
    return Picture(graphic, size.Width, size.Height)


@contextmanager
def stand_in() -> Iterator[Path]:
    """A file with the smallest of pictures, for a command that wants a file before it gets its graphic."""
    with NamedTemporaryFile(suffix=".png") as file:
        Image.new("RGB", (1, 1)).save(file, "PNG")
        file.flush()
        yield Path(file.name)


def pixels(count: float) -> int:
    """Hundredths of a millimetre for so many pixels of 1/96 inch, at least 1."""
    return max(1, round(count * HUNDREDTHS_OF_MM_PER_INCH / PIXELS_PER_INCH))
