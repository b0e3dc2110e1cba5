from __future__ import annotations

from pathlib import Path
from typing import Literal

import pytest
from PIL import Image

from mcp_tools import os_pictures
from mcp_tools.os_media import convert_image_format
from mcp_tools.registry import ToolError


@pytest.fixture
def picture(tmp_path: Path) -> Path:
    image = Image.new("RGBA", (20, 10), (255, 0, 0, 255))
    image.putpixel((0, 0), (0, 0, 0, 0))
    image.save(tmp_path / "picture.png")
    return tmp_path / "picture.png"


@pytest.mark.parametrize(
    ("name", "start"), [("jpg", b"\xff\xd8\xff"), ("pdf", b"%PDF-"), ("png", b"\x89PNG")]
)
def test_writes_the_format(
    picture: Path, tmp_path: Path, name: Literal["png", "jpg", "pdf"], start: bytes
) -> None:
    target = tmp_path / f"out.{name}"
    result = convert_image_format(str(picture), name, str(target))
    assert (result.width, result.height) == (20, 10)
    assert target.read_bytes().startswith(start)
    assert [path.name for path in tmp_path.iterdir() if path.name.startswith(".")] == []


def test_transparency_becomes_white(picture: Path, tmp_path: Path) -> None:
    convert_image_format(str(picture), "jpg", str(tmp_path / "out.jpg"))
    with Image.open(tmp_path / "out.jpg") as image:
        pixel = image.getpixel((0, 0))
    assert isinstance(pixel, tuple)
    assert min(pixel) > 150


def test_refusals(picture: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    text = tmp_path / "text.png"
    text.write_text("no image")
    for source, target, reason in [
        ("/no/such.png", "out.jpg", "there is no file"),
        (text, "out.jpg", "cannot be read as an image"),
        (picture, "missing/out.jpg", "does not exist; create it"),
        (picture, ".", "is a folder"),
    ]:
        with pytest.raises(ToolError, match=reason):
            convert_image_format(str(source), "jpg", str(tmp_path / target))
    monkeypatch.setattr(os_pictures, "MAX_PIXELS", 100)
    with pytest.raises(ToolError, match="20 x 10 pixels, which is too large"):
        convert_image_format(str(picture), "jpg", str(tmp_path / "out.jpg"))
