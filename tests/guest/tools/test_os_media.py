"""Images and videos: read back with Pillow."""

from __future__ import annotations

import io
from collections.abc import Iterator
from pathlib import Path

import pytest
from PIL import Image, ImageDraw
from pypdf import PdfReader

from controller.core.guest import HOME
from tests.guest.tools.calls import Tools

pytestmark = pytest.mark.guest

FOLDER = f"{HOME}/media 'ü'\nfolder"
CONVERT = "osworld_mcp_os.convert_image_format"
GIF = "osworld_mcp_os.ffmpeg_video_to_gif"
CUT = "osworld_mcp_os.remove_image_background"
CLIPS = Path(__file__).parents[3] / "tasks" / "vlc" / "show_third_clip" / "files" / "trip"


@pytest.fixture
def folder(tools: Tools) -> Iterator[str]:
    tools.guest.run(["mkdir", "-p", FOLDER], as_user=True)
    yield FOLDER
    tools.guest.run(["rm", "-rf", FOLDER])


def png(image: Image.Image) -> bytes:
    buffer = io.BytesIO()
    image.save(buffer, "PNG")
    return buffer.getvalue()


def picture(tools: Tools, path: str) -> Image.Image:
    with Image.open(io.BytesIO(tools.guest.read_file(path))) as image:
        image.load()
        return image


@pytest.mark.effect(CONVERT)
def test_images_are_converted(tools: Tools, folder: str) -> None:
    tools.guest.write_file(f"{folder}/Bild 1.png", png(Image.new("RGBA", (30, 20), (200, 30, 30, 128))))
    for name in ("jpg", "png", "pdf"):
        what = {
            "image_path": f"{folder}/Bild 1.png",
            "output_format": name,
            "output_path": f"{folder}/a.{name}",
        }
        assert tools.data(CONVERT, **what) == {
            "path": f"{folder}/a.{name}",
            "format": name,
            "width": 30,
            "height": 20,
        }
    jpeg = picture(tools, f"{folder}/a.jpg")
    assert (jpeg.format, jpeg.size, jpeg.mode) == ("JPEG", (30, 20), "RGB")
    assert picture(tools, f"{folder}/a.png").getpixel((0, 0)) == (200, 30, 30, 128)
    assert len(PdfReader(io.BytesIO(tools.guest.read_file(f"{folder}/a.pdf"))).pages) == 1


@pytest.mark.effect(GIF)
def test_a_part_of_a_video_becomes_a_gif(tools: Tools, folder: str) -> None:
    clip = f"{folder}/test 'clip'.mp4"
    source = [
        "-f",
        "lavfi",
        "-i",
        "color=red:s=160x120:r=25:d=2",
        "-f",
        "lavfi",
        "-i",
        "color=blue:s=160x120:r=25:d=2",
    ]
    joined = ["-filter_complex", "concat=n=2", "-pix_fmt", "yuv420p", clip]
    tools.guest.run(["ffmpeg", "-loglevel", "error", *source, *joined], as_user=True)
    what = {"video_path": clip, "output_path": f"{folder}/part.gif"}
    made = tools.data(GIF, **what, start_time="00:00:01", duration="2")
    assert made == {"path": f"{folder}/part.gif", "seconds": 2.0, "frames": 20, "width": 160, "height": 120}
    with Image.open(io.BytesIO(tools.guest.read_file(f"{folder}/part.gif"))) as gif:
        assert (gif.format, gif.size, gif.n_frames) == ("GIF", (160, 120), 20)
        colours = []
        for number in (0, 19):
            gif.seek(number)
            colours.append(gif.convert("RGB").getpixel((80, 60)))
    (red, _, less_blue), (less_red, _, blue) = colours
    assert red > 200 > 50 > less_red and blue > 200 > 50 > less_blue
    assert tools.data(GIF, **what, start_time="3.5", duration="00:00:30")["seconds"] == 0.5
    assert "ends at 4 s" in tools.refusal(GIF, **what, start_time="10", duration="1")


@pytest.mark.effect(CUT)
def test_the_background_becomes_transparent(tools: Tools, folder: str) -> None:
    image = Image.linear_gradient("L").resize((400, 300)).point([60 + value // 4 for value in range(256)])
    image = Image.merge("RGB", [image, image.point([min(255, v + 60) for v in range(256)]), image])
    ImageDraw.Draw(image).ellipse((120, 70, 280, 230), fill=(220, 60, 40))
    tools.guest.write_file(f"{folder}/rot.png", png(image))
    cut = tools.data(CUT, image_path=f"{folder}/rot.png", output_path=f"{folder}/frei.png")
    assert 15 < cut["kept_percent"] < 19
    alpha = picture(tools, f"{folder}/frei.png").getchannel("A")
    assert picture(tools, f"{folder}/frei.png").getpixel((200, 150)) == (220, 60, 40, 255)
    wanted = Image.new("L", (400, 300))
    ImageDraw.Draw(wanted).ellipse((120, 70, 280, 230), fill=255)
    wrong = sum(abs(a - b) > 200 for a, b in zip(alpha.getdata(), wanted.getdata(), strict=True))
    assert wrong < 400 * 300 * 0.005
    tools.guest.write_file(f"{folder}/flat.png", png(Image.new("RGB", (90, 90), "white")))
    flat = {"image_path": f"{folder}/flat.png", "output_path": f"{folder}/x.png"}
    assert "no object stands out" in tools.refusal(CUT, **flat)
    jpeg = {"image_path": f"{folder}/rot.png", "output_path": f"{folder}/x.jpg"}
    assert "does not end in .png or .webp" in tools.refusal(CUT, **jpeg)


@pytest.mark.error(CONVERT, GIF, CUT)
def test_bad_files(tools: Tools, folder: str) -> None:
    tools.guest.write_file(f"{folder}/text.png", b"no image")
    tools.guest.write_file(f"{folder}/secret.png", png(Image.new("RGB", (9, 9))), owner="root", mode=0o600)
    clip = sorted(CLIPS.glob("*.mp4"))[0].read_bytes()
    tools.guest.write_file(f"{folder}/clip.mp4", clip)
    cases = [
        ("missing.png", "out", "there is no file"),
        ("", "out", "is a folder"),
        ("secret.png", "out", "may not be read by this user"),
        ("text.png", "out", "cannot be read as"),
        ("text.png", "no/such/out", "does not exist; create it first"),
        ("text.png", "/etc/out", "may not be written to"),
    ]
    for source, target, reason in cases:
        output = target if target.startswith("/") else f"{folder}/{target}"
        image = {"image_path": f"{folder}/{source}"}
        wanted = {"output_format": "png", "output_path": f"{output}.png"}
        assert reason in tools.refusal(CONVERT, **image, **wanted)
        assert reason in tools.refusal(CUT, **image, output_path=f"{output}.png")
        video = {"video_path": f"{folder}/{source}", "output_path": f"{output}.gif"}
        no_video = "not a video" if source == "text.png" and target == "out" else reason
        assert no_video in tools.refusal(GIF, **video, start_time="0", duration="1")
    video = {"video_path": f"{folder}/clip.mp4", "output_path": f"{folder}/out.gif"}
    for start, duration, reason in [
        ("one", "1", "start_time 'one' is no time"),
        ("0", "0", "more than 0 and at most 60 s"),
        ("0", "90", "more than 0 and at most 60 s"),
        ("00:99:99", "1", "is no time"),
    ]:
        assert reason in tools.refusal(GIF, **video, start_time=start, duration=duration)
    left = tools.guest.run(["ls", "-A", folder]).text.split()
    assert sorted(left) == ["clip.mp4", "secret.png", "text.png"]
