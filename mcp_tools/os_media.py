"""Conversion of images."""

from __future__ import annotations

import time
from typing import Annotated, Literal

from pydantic import BaseModel, Field

from mcp_tools.os_command import existing_file
from mcp_tools.os_output import output_file
from mcp_tools.os_pictures import opaque, open_image, save_image, standard_colours, storable_in_png, visible
from mcp_tools.registry import tool
from mcp_tools.timeouts import scale_timeout

SECONDS = 30.0
SUFFIXES = {"png": (".png",), "jpg": (".jpg", ".jpeg"), "pdf": (".pdf",)}
_PILLOW_NAMES = {"png": "PNG", "jpg": "JPEG", "pdf": "PDF"}


class ConvertedImage(BaseModel):
    """The file written: its path, format, and size in pixels of the picture in it."""

    path: str
    format: str
    width: int
    height: int


@tool("osworld_mcp_os.convert_image_format", app="os", destructive=True, idempotent=True, seconds=SECONDS)
def convert_image_format(
    image_path: Annotated[str, Field(description="path of the image to convert; it stays as it is")],
    output_format: Annotated[Literal["png", "jpg", "pdf"], Field(description="format to write")],
    output_path: Annotated[str, Field(description="path of the file to write; its folder must exist")],
) -> ConvertedImage:
    """Convert an image file to PNG, JPEG or PDF. Overwrites the output file.

    Transparent parts become white in JPEG and PDF.
    """
    deadline = time.monotonic() + scale_timeout(SECONDS - 5)
    source = existing_file(image_path)
    target = output_file(output_path, SUFFIXES[output_format], source)
    image = open_image(source, deadline)
    info = image.info
    image = storable_in_png(image, source) if output_format == "png" else opaque(visible(image, source))
    if output_format == "pdf":
        image = standard_colours(image, info.get("icc_profile"))
    save_image(image, _PILLOW_NAMES[output_format], target, deadline, info)
    return ConvertedImage(path=str(target), format=output_format, width=image.width, height=image.height)
