"""Pictures as trees."""

from __future__ import annotations

import io
from collections.abc import Callable

import pytest
from PIL import Image, ImageDraw, PngImagePlugin

from checkers.differences.compare import compare
from checkers.differences.picture_tree import read_picture_tree
from checkers.evidence import Unusable
from checkers.images import MAX_PIXELS


def picture() -> Image.Image:
    image = Image.new("RGB", (40, 30), "navy")
    ImageDraw.Draw(image).rectangle((5, 5, 15, 15), fill="white")
    return image


def dotted(image: Image.Image) -> Image.Image:
    image.putpixel((20, 20), (1, 2, 3))
    return image


def saved(image: Image.Image, form: str = "PNG", **options: object) -> bytes:
    stream = io.BytesIO()
    image.save(stream, form, **options)
    return stream.getvalue()


def noted() -> bytes:
    notes = PngImagePlugin.PngInfo()
    notes.add_text("Comment", "from the pier")
    return saved(picture(), pnginfo=notes)


def noted_at_the_end() -> bytes:
    before, kind, rest = noted().partition(b"tEXt")
    length = before[-4:]
    chunk = length + kind + rest[: int.from_bytes(length, "big") + 4]
    plain = saved(picture())
    return plain[:-12] + chunk + plain[-12:]


def turned() -> bytes:
    exif = Image.Exif()
    exif[0x0112] = 6
    return saved(picture(), exif=exif.tobytes())


def changed(before: bytes, after: bytes) -> set[str]:
    return {change.what for change in compare(read_picture_tree(before, "x"), read_picture_tree(after, "x"))}


@pytest.mark.parametrize(
    ("after", "expected"),
    [
        (lambda: saved(dotted(picture())), {"pixels"}),
        (lambda: saved(picture().resize((20, 30))), {"pixels", "width"}),
        (lambda: saved(picture(), "BMP"), {"format", "note dpi"}),
        (noted, {"note Comment"}),
        (noted_at_the_end, {"note Comment"}),
        (turned, {"note exif"}),
        (lambda: saved(picture(), dpi=(72, 72)), {"note dpi"}),
    ],
)
def test_what_was_changed_of_a_picture_is_told(after: Callable[[], bytes], expected: set[str]) -> None:
    assert changed(saved(picture()), after()) == expected


@pytest.mark.parametrize(
    "after",
    [
        lambda: saved(picture(), compress_level=1),
        lambda: saved(picture().quantize(4)),
        lambda: saved(picture().convert("RGBA")),
    ],
)
def test_how_a_picture_is_stored_is_no_difference(after: Callable[[], bytes]) -> None:
    assert after() != saved(picture())
    assert changed(saved(picture()), after()) == set()


def test_frames_count() -> None:
    frames = [picture(), dotted(picture())]
    moving = saved(frames[0], "GIF", save_all=True, append_images=frames[1:], duration=100)
    slower = saved(frames[0], "GIF", save_all=True, append_images=frames[1:], duration=200)
    assert changed(moving, slower) == {"pixels"}
    assert changed(moving, saved(frames[0], "GIF")) == {"frames", "pixels"}


def test_more_than_8_bits_of_a_channel_count() -> None:
    grey = Image.new("I;16", (4, 4), 1000)
    finer = Image.new("I;16", (4, 4), 1001)
    assert changed(saved(grey), saved(finer)) == {"pixels"}


@pytest.mark.parametrize(
    "data",
    [b"", b"\x89PNG\r\n\x1a\n", saved(picture())[:60], saved(Image.new("1", (MAX_PIXELS // 1000 + 1, 1000)))],
)
def test_a_damaged_or_too_large_picture_is_unusable(data: bytes) -> None:
    with pytest.raises(Unusable):
        read_picture_tree(data, "x")
