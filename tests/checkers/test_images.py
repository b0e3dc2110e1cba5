from __future__ import annotations

import io

import pytest
from PIL import Image

from checkers import images
from checkers.evidence import Unusable


def png(image: Image.Image) -> bytes:
    buffer = io.BytesIO()
    image.save(buffer, "PNG")
    return buffer.getvalue()


def test_opens_and_compares() -> None:
    red = Image.new("RGB", (20, 10), "red")
    opened = images.open_image(png(red))
    assert images.difference(opened, red) == 0.0
    assert images.difference(opened, Image.new("RGB", (40, 20), "red")) == 0.0
    assert images.difference(opened, Image.new("RGB", (20, 10), "blue")) > 100
    clear = images.open_image(png(Image.new("RGBA", (20, 10), (0, 0, 0, 0))))
    assert clear.getpixel((0, 0)) == (255, 255, 255)


def test_the_worst_tile_sees_what_the_mean_hides() -> None:
    page = Image.new("RGB", (160, 160), "white")
    page.paste("black", (0, 0, 20, 20))
    turned = page.transpose(Image.Transpose.ROTATE_180)
    assert images.difference(page, turned) < 10
    assert images.worst_tile(page, turned) == 255.0
    assert images.worst_tile(page, page.resize((320, 320))) < 30
    assert images.worst_tile(page, page) == 0.0


def test_hostile_pictures(monkeypatch: pytest.MonkeyPatch) -> None:
    data = png(Image.new("RGB", (20, 10)))
    for bad in (b"", b"text", data[: len(data) // 2], b"%PDF-1.4\n"):
        with pytest.raises(Unusable, match="no picture"):
            images.open_image(bad)
    monkeypatch.setattr(images, "MAX_PIXELS", 100)
    with pytest.raises(Unusable, match="too large"):
        images.open_image(data)
    monkeypatch.setattr(Image, "MAX_IMAGE_PIXELS", 10)
    with pytest.raises(Unusable, match="no picture"):
        images.open_image(data)
