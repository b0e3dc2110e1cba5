"""Difficult pictures and videos, and difficult places to write them to."""

from __future__ import annotations

import io
from collections.abc import Callable, Iterator

import pytest
from PIL import Image

from controller.core.guest import HOME
from tests.guest.tools.calls import Tools
from tests.guest.tools.test_os_media import CONVERT, CUT, GIF, picture, png
from tests.guest.tools.test_os_states import DISK, disk, refused, shell, tree

__all__ = ["disk"]
pytestmark = pytest.mark.guest

FOLDER = f"{HOME}/media states"
RED, BLUE, GREY = (255, 0, 0), (0, 0, 255), (128, 128, 128)


@pytest.fixture
def folder(tools: Tools) -> Iterator[str]:
    tools.guest.run(["mkdir", "-p", FOLDER], as_user=True)
    yield FOLDER
    tools.guest.run(["rm", "-rf", FOLDER])


def saved(image: Image.Image, name: str, **options: object) -> bytes:
    buffer = io.BytesIO()
    image.save(buffer, name, **options)
    return buffer.getvalue()


def halves(mode: str = "RGB", left: object = RED, right: object = BLUE) -> Image.Image:
    """A picture of 48 by 32 pixels in two colours."""
    image = Image.new(mode, (48, 32), right)
    image.paste(left, (0, 0, 24, 32))
    return image


def turned() -> bytes:
    exif = Image.Exif()
    exif[274] = 6  # the camera was held upright: the left half is shown above
    exif[271] = "Camera"
    return saved(halves(), "JPEG", exif=exif, quality=95)


def clear_palette() -> bytes:
    image = halves("RGBA", (*RED, 255), (0, 0, 0, 0))
    return saved(image.quantize(4), "PNG")


PICTURES: dict[str, tuple[Callable[[], bytes], tuple[int, int], object, object]] = {
    "turned": (turned, (32, 48), RED, BLUE),
    "deep": (lambda: saved(halves("I;16", 0, 128 * 257), "PNG"), (48, 32), (0, 0, 0), GREY),
    "deep TIFF": (lambda: saved(halves("I;16", 0, 128 * 257), "TIFF"), (48, 32), (0, 0, 0), GREY),
    "print": (lambda: saved(halves().convert("CMYK"), "JPEG", quality=95), (48, 32), RED, BLUE),
    "clear": (clear_palette, (48, 32), RED, (255, 255, 255)),
    "moving": (
        lambda: saved(halves(), "GIF", save_all=True, append_images=[halves("RGB", BLUE, RED)]),
        (48, 32),
        RED,
        BLUE,
    ),
    "progressive": (lambda: saved(halves(), "JPEG", progressive=True, quality=95), (48, 32), RED, BLUE),
}


@pytest.mark.effect(CONVERT)
@pytest.mark.parametrize("kind", PICTURES)
def test_a_converted_picture_looks_the_same(tools: Tools, folder: str, kind: str) -> None:
    make, size, first, last = PICTURES[kind]
    tools.guest.write_file(f"{folder}/in", make())
    for name in ("png", "jpg"):
        tools.call(CONVERT, image_path=f"{folder}/in", output_format=name, output_path=f"{folder}/out.{name}")
        image = picture(tools, f"{folder}/out.{name}")
        assert image.size == size and getattr(image, "n_frames", 1) == 1
        if image.mode == "I;16":
            assert kind.startswith("deep") and image.getpixel((40, 20)) == 128 * 257
            continue
        assert 274 not in image.getexif()
        layer = image.convert("RGBA")
        shown = Image.alpha_composite(Image.new("RGBA", size, "white"), layer).convert("RGB")
        for place, colour in (((4, 4), first), ((size[0] - 4, size[1] - 4), last)):
            pixel = shown.getpixel(place)
            assert max(abs(a - b) for a, b in zip(pixel, colour, strict=True)) < 12, (name, place, pixel)


@pytest.mark.error(CONVERT, CUT)
def test_pictures_that_cannot_be_converted(tools: Tools, folder: str) -> None:
    whole = saved(halves(), "JPEG")
    bomb = png(Image.new("1", (30_000, 30_000)))
    pictures = {"cut.jpg": (whole[: len(whole) - 60], "damaged"), "empty.png": (b"", "unknown format")}
    pictures |= {
        "text.jpg": (b"%!PS-Adobe-3.0 EPSF-3.0\n", "unknown format"),
        "bomb.png": (bomb, "too large"),
    }
    pictures |= {"values.tiff": (saved(Image.new("F", (9, 9), 0.5), "TIFF"), "measured values")}
    for name, (content, cause) in pictures.items():
        tools.guest.write_file(f"{folder}/{name}", content)
        tools.guest.write_file(f"{folder}/out.png", b"before")
        what = {"image_path": f"{folder}/{name}", "output_path": f"{folder}/out.png"}
        refused(tools, CUT, cause, folder, **what)
        if name != "values.tiff":
            refused(tools, CONVERT, cause, folder, **what, output_format="png")
        refused(
            tools, CONVERT, cause, folder, **{**what, "output_path": f"{folder}/o.pdf"}, output_format="pdf"
        )


@pytest.mark.effect(CONVERT)
@pytest.mark.error(CONVERT, CUT, GIF)
def test_places_to_write_to(tools: Tools, folder: str) -> None:
    tools.guest.write_file(f"{folder}/in.png", png(halves()))
    shell(
        tools,
        f"cd '{folder}'; echo old >kept.png; chmod 640 kept.png; ln -s kept.png link.png; ln -s new.png fresh.png;"
        "ln -s loop.png loop.png; ln in.png hard.png; ln -s in.png same.png; mkfifo pipe.png; mkdir -m 555 locked;"
        "mkdir folder.png; echo x >fixed.png; chmod 444 fixed.png; ln -s none/x.png away.png; umask 077",
    )
    for name, cause in {
        "in.png": "is the file to read",
        "hard.png": "is the file to read",
        "same.png": "is the file to read",
        "pipe.png": "is a pipe",
        "folder.png": "is a folder",
        "fixed.png": "may not be written to",
        "locked/x.png": "may not be written to",
        "away.png": "does not exist",
        "loop.png": "in a circle",
        "out.jpg": "does not end in .png",
        "out": "does not end in .png",
        "n" * 252 + ".png": "longer than 255 bytes",
    }.items():
        what = {"image_path": f"{folder}/in.png", "output_path": f"{folder}/{name}"}
        refused(tools, CONVERT, cause, folder, **what, output_format="png")
        if not name.startswith("out"):
            refused(tools, CUT, cause, folder, **what)
    for name in ("link.png", "fresh.png", "n" * 251 + ".png"):
        what = {"image_path": f"{folder}/in.png", "output_path": f"{folder}/{name}"}
        tools.call(CONVERT, **what, output_format="png")
    lines = "\n".join(tree(tools, folder))
    assert "link.png l 777 kept.png" in lines and "kept.png f 640 " in lines
    assert "fresh.png l 777 new.png" in lines and "new.png f 644 " in lines
    assert ".testbed-" not in lines


@pytest.fixture(scope="module")
def clips(tools: Tools) -> str:
    """Two seconds of red, then blue: at one picture a second, with a longer sound, turned, cut off; and no videos."""
    made = f"{HOME}/clips"
    source = " ".join(f"-f lavfi -i color={colour}:s=48x34:r=1:d=1" for colour in ("red", "blue"))
    ffmpeg = "ffmpeg -loglevel error -y"
    shell(
        tools,
        f"mkdir -p {made}; cd {made}; {ffmpeg} {source} -filter_complex concat=n=2 -pix_fmt yuv420p slow.mp4;"
        f"{ffmpeg} -i slow.mp4 -f lavfi -i sine=d=4 -map 1 -map 0 -c:v copy long.mkv;"
        f"{ffmpeg} -i slow.mp4 -metadata:s:v rotate=90 -c copy turned.mp4;"
        f"{ffmpeg} -f lavfi -i testsrc=s=64x48:r=25:d=4 -movflags faststart -pix_fmt yuv420p whole.mp4;"
        f"head -c $(( $(stat -c %s whole.mp4) / 2 )) whole.mp4 >cut.mp4; {ffmpeg} -i whole.mp4 -frames:v 1 still.png;"
        f"{ffmpeg} -f lavfi -i sine=d=2 sound.mp3; cp still.png still.mp4; printf 'text\\n' >text.mp4;"
        f"{ffmpeg} -i sound.mp3 -i still.png -map 0 -map 1 -c copy -disposition:v attached_pic cover.mp3",
    )
    return made


@pytest.mark.effect(GIF)
@pytest.mark.parametrize(
    ("name", "start", "duration", "colours"),
    [
        ("slow.mp4", "0.5", "1", "RRRRRBBBBB"),
        ("slow.mp4", "0", "0.01", "R"),
        ("slow.mp4", "1.99", "5", "B"),
        ("turned.mp4", "0.8", "0.4", "RRBB"),
        ("long.mkv", "0.8", "0.3", "RRB"),
    ],
)
def test_a_gif_shows_what_the_video_shows(
    tools: Tools, folder: str, clips: str, name: str, start: str, duration: str, colours: str
) -> None:
    what = {"video_path": f"{clips}/{name}", "start_time": start, "duration": duration}
    made = tools.data(GIF, **what, output_path=f"{folder}/o.gif")
    seen = ""
    with Image.open(io.BytesIO(tools.guest.read_file(f"{folder}/o.gif"))) as image:
        assert image.size == ((34, 48) if name.startswith("turned") else (48, 34))
        for number in range(getattr(image, "n_frames", 1)):
            image.seek(number)
            seen += "B" if image.convert("RGB").getpixel((20, 20))[2] > 128 else "R"
    assert seen == colours and made["frames"] == len(colours)


@pytest.mark.error(GIF)
def test_videos_that_cannot_be_converted(tools: Tools, folder: str, clips: str, disk: str) -> None:
    tools.guest.write_file(f"{folder}/o.gif", b"before")
    for name, start, cause in [
        ("cut.mp4", "0", "is damaged"),
        ("still.png", "0", "is a picture or a text"),
        ("still.mp4", "0", "is a picture or a text"),
        ("text.mp4", "0", "cannot be read as a video"),
        ("sound.mp3", "0", "has no picture"),
        ("cover.mp3", "0", "has no picture"),
        ("long.mkv", "3.5", "shows nothing from 3.5 s on"),
    ]:
        what = {"video_path": f"{clips}/{name}", "start_time": start, "duration": "4"}
        refused(tools, GIF, cause, folder, clips, **what, output_path=f"{folder}/o.gif")
    shell(tools, f"head -c 1040000 /dev/zero >{DISK}/filler")
    what = {"video_path": f"{clips}/whole.mp4", "start_time": "0", "duration": "4"}
    refused(tools, GIF, "the disk is full", disk, **what, output_path=f"{disk}/o.gif")
