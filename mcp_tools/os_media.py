"""Conversion of images."""

from __future__ import annotations

import os
import tempfile
import warnings
from pathlib import Path
from typing import Annotated, Literal

from PIL import Image
from pydantic import BaseModel, Field

from mcp_tools.os_command import existing_file, output_file
from mcp_tools.registry import ToolError, tool

MAX_PIXELS = 100_000_000
_PILLOW_NAMES = {"png": "PNG", "jpg": "JPEG", "pdf": "PDF"}


class ConvertedImage(BaseModel):
    """The file written: its path, format, and size in pixels of the picture in it."""

    path: str
    format: str
    width: int
    height: int


@tool("osworld_mcp_os.convert_image_format", app="os", destructive=True, idempotent=True)
def convert_image_format(
    image_path: Annotated[str, Field(description="path of the image to convert; it stays as it is")],
    output_format: Annotated[Literal["png", "jpg", "pdf"], Field(description="format to write")],
    output_path: Annotated[str, Field(description="path of the file to write; its folder must exist")],
) -> ConvertedImage:
    """Convert an image file to PNG, JPEG or PDF. Overwrites the output file.

    Transparent parts become white in JPEG and PDF.
    """
    source, target = existing_file(image_path), output_file(output_path)
    image = open_image(source)
    if output_format != "png":
        image = _opaque(image)
    save_image(image, _PILLOW_NAMES[output_format], target)
    return ConvertedImage(path=str(target), format=output_format, width=image.width, height=image.height)


def open_image(path: Path) -> Image.Image:
    """The image of a file, loaded. Raises ToolError for one that is none or too large."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", Image.DecompressionBombWarning)
            with Image.open(path) as image:
                if image.width * image.height > MAX_PIXELS:
                    raise ToolError(
                        f"{path} is {image.width} x {image.height} pixels, which is too large to convert"
                    )
                image.load()
                copy: Image.Image = image.copy()
                return copy
    except (OSError, ValueError, SyntaxError, Image.DecompressionBombError) as error:
        raise ToolError(f"{path} cannot be read as an image: {error}") from error


def _opaque(image: Image.Image) -> Image.Image:
    if image.mode in ("RGBA", "LA", "PA") or "transparency" in image.info:
        layer = image.convert("RGBA")
        background = Image.new("RGBA", layer.size, "white")
        return Image.alpha_composite(background, layer).convert("RGB")
    return image if image.mode in ("RGB", "L") else image.convert("RGB")


def save_image(image: Image.Image, format_name: str, target: Path) -> None:
    """Write beside the target, then rename: a failed conversion leaves no half-written file."""
    temporary = None
    try:
        handle, temporary = tempfile.mkstemp(dir=target.parent, prefix=f".{target.name}.")
        with os.fdopen(handle, "wb") as file:
            image.save(file, format=format_name)
        Path(temporary).chmod(0o644)
        Path(temporary).replace(target)
    except (OSError, ValueError) as error:
        if temporary:
            Path(temporary).unlink(missing_ok=True)
        raise ToolError(f"{target} could not be written: {error}") from error
