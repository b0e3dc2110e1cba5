from __future__ import annotations

import time
from pathlib import Path

import pytest
from PIL import Image

from mcp_tools.os_gif import read_gif
from mcp_tools.os_media import convert_image_format
from mcp_tools.os_pictures import open_image, save_image
from mcp_tools.os_transfer import copy_file, time_limit
from mcp_tools.registry import ToolError


def test_reading_and_writing_end_in_time(tmp_path: Path) -> None:
    path = tmp_path / "noise.png"
    noise = Image.effect_noise((900, 900), 90)
    noise.save(path)
    with pytest.raises(ToolError, match="takes too long to convert"):
        open_image(path, time.monotonic() - 1)
    target = tmp_path / "out.png"
    target.write_text("before")
    with pytest.raises(ToolError, match="takes too long to convert"):
        save_image(noise, "PNG", target, time.monotonic() - 1, {})
    assert target.read_text() == "before" and len(list(tmp_path.iterdir())) == 2


def test_formats_have_a_longest_side(tmp_path: Path) -> None:
    Image.new("1", (70_000, 2)).save(tmp_path / "long.png")
    with pytest.raises(ToolError, match="JPEG takes at most 65500 pixels a side"):
        convert_image_format(str(tmp_path / "long.png"), "jpg", str(tmp_path / "long.jpg"))
    assert not (tmp_path / "long.jpg").exists()


def test_colours_by_the_profile(tmp_path: Path) -> None:
    """A profile goes along where it fits, and is left out where the picture has other channels."""
    from PIL import ImageCms

    profile = ImageCms.ImageCmsProfile(ImageCms.createProfile("sRGB")).tobytes()
    Image.new("RGB", (8, 8), "red").save(tmp_path / "a.png", icc_profile=profile)
    Image.new("L", (8, 8), 9).save(tmp_path / "b.png", icc_profile=profile)
    for name, expected in (("a", profile), ("b", None)):
        convert_image_format(str(tmp_path / f"{name}.png"), "jpg", str(tmp_path / "out.jpg"))
        with Image.open(tmp_path / "out.jpg") as image:
            assert image.info.get("icc_profile") == expected


def test_lab_colours_and_16_bits(tmp_path: Path) -> None:
    Image.new("LAB", (8, 8), (255, 128, 128)).save(tmp_path / "lab.tiff")
    convert_image_format(str(tmp_path / "lab.tiff"), "jpg", str(tmp_path / "out.jpg"))
    with Image.open(tmp_path / "out.jpg") as image:
        assert min(image.convert("L").getdata()) > 240
    deep = Image.new("I;16", (32, 32), 0x8080)
    deep.putpixel((0, 0), 0)
    deep.save(tmp_path / "deep.png", transparency=0)
    convert_image_format(str(tmp_path / "deep.png"), "jpg", str(tmp_path / "out.jpg"))
    with Image.open(tmp_path / "out.jpg") as image:
        assert abs(int(image.convert("L").getdata()[-1]) - 128) < 3


def test_the_structure_of_a_gif(tmp_path: Path) -> None:
    frames = [Image.new("RGB", (30, 20), colour) for colour in ("red", "blue", "white")]
    frames[0].save(tmp_path / "a.gif", save_all=True, append_images=frames[1:], duration=200)
    content = read_gif(tmp_path / "a.gif")
    assert (content.width, content.height, content.frames, content.seconds) == (30, 20, 3, 0.6)
    assert content.complete
    whole = (tmp_path / "a.gif").read_bytes()
    (tmp_path / "a.gif").write_bytes(whole[:-20])
    assert not read_gif(tmp_path / "a.gif").complete
    (tmp_path / "a.gif").write_bytes(b"")
    assert read_gif(tmp_path / "a.gif").frames == 0


def test_a_copy_that_takes_too_long_leaves_nothing(tmp_path: Path) -> None:
    (tmp_path / "a").write_bytes(b"x" * 100)
    with pytest.raises(ToolError, match="too slow"):
        copy_file(tmp_path / "a", tmp_path / "b", time_limit(-1, "too slow"))
    assert not (tmp_path / "b").exists()
