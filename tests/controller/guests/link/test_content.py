"""Results of tools from content of every kind."""

from __future__ import annotations

import base64
import io

import pytest
from mcp_types import (
    AudioContent,
    BlobResourceContents,
    CallToolResult,
    ContentBlock,
    EmbeddedResource,
    ImageContent,
    ResourceLink,
    TextContent,
    TextResourceContents,
)
from PIL import Image

from controller.guests.link.content import DATA_ELSEWHERE, tool_result_from
from testbed.errors import GuestError

RED = (220, 20, 20)


def picture(kind: str, size: tuple[int, int] = (6, 4), frames: int = 1, **options: object) -> bytes:
    stream = io.BytesIO()
    images = [Image.new("RGB", size, (220, 20, 20 + number)) for number in range(frames)]
    more = {"save_all": True, "append_images": images[1:]} if frames > 1 else {}
    images[0].save(stream, kind, **more, **options)
    return stream.getvalue()


def image(data: bytes, kind: str) -> ImageContent:
    return ImageContent(type="image", data=base64.b64encode(data).decode(), mime_type=kind)


def result(*content: ContentBlock, structured: dict[str, object] | None = None) -> CallToolResult:
    return CallToolResult(content=list(content), structured_content=structured)


@pytest.mark.parametrize("kind", ["jpeg", "webp", "gif", "bmp", "tiff"])
def test_pictures_become_png(kind: str) -> None:
    converted = tool_result_from(result(image(picture(kind), f"image/{kind}")))
    [png] = converted.images
    with Image.open(io.BytesIO(png)) as opened:
        assert (opened.format, opened.size) == ("PNG", (6, 4))
        pixel = opened.convert("RGB").getpixel((2, 2))
    assert isinstance(pixel, tuple)
    assert all(abs(value - wanted) < 12 for value, wanted in zip(pixel, RED, strict=True))
    assert converted.text == ""


def test_a_png_stays_as_it_is() -> None:
    data = picture("png")
    assert tool_result_from(result(image(data, "image/jpeg"))).images == (data,)


def test_a_photograph_stands_upright() -> None:
    exif = Image.Exif()
    exif[0x0112] = 6  # turned by 90 degrees
    [png] = tool_result_from(result(image(picture("jpeg", exif=exif), "image/jpeg"))).images
    with Image.open(io.BytesIO(png)) as opened:
        assert opened.size == (4, 6)


def test_of_an_animation_the_first_frame_is_shown() -> None:
    converted = tool_result_from(result(image(picture("gif", frames=3), "image/gif")))
    assert len(converted.images) == 1
    assert converted.text == "[the first of 3 frames]"


@pytest.mark.parametrize("data", [b"<svg xmlns='http://www.w3.org/2000/svg'/>", b"", picture("jpeg")[:40]])
def test_what_is_no_picture_is_named(data: bytes) -> None:
    converted = tool_result_from(result(image(data, "image/svg+xml")))
    assert converted.images == ()
    assert "a picture left out (image/svg+xml)" in converted.text and "JPEG, WEBP" in converted.text


def test_a_small_file_of_many_pixels_is_not_decoded() -> None:
    data = picture("bmp", (1, 1))
    huge = data[:18] + (60_000).to_bytes(4, "little") * 2 + data[26:]
    assert "pixels" in tool_result_from(result(image(huge, "image/bmp"))).text


def test_sound_resources_and_links_are_named_in_their_places() -> None:
    content = [
        TextContent(type="text", text="before"),
        AudioContent(type="audio", data=base64.b64encode(b"RIFF....").decode(), mime_type="audio/wav"),
        ResourceLink(type="resource_link", name="report", uri="file:///home/user/report.pdf"),
        EmbeddedResource(
            type="resource",
            resource=TextResourceContents(uri="file:///a.txt", text="a text", mime_type="text/plain"),
        ),
        EmbeddedResource(
            type="resource",
            resource=BlobResourceContents(
                uri="file:///a.zip", blob=base64.b64encode(b"PK").decode(), mime_type="application/zip"
            ),
        ),
        EmbeddedResource(
            type="resource",
            resource=BlobResourceContents(
                uri="file:///a.gif", blob=base64.b64encode(picture("gif")).decode(), mime_type="image/gif"
            ),
        ),
        TextContent(type="text", text="after"),
    ]
    converted = tool_result_from(result(*content))
    assert converted.text.splitlines() == [
        "before",
        "[sound left out: audio/wav, 8 bytes]",
        "[resource report: file:///home/user/report.pdf]",
        "a text",
        "[resource file:///a.zip left out: application/zip, 2 bytes]",
        "after",
    ]
    assert len(converted.images) == 1


def test_data_does_not_repeat_a_picture() -> None:
    part = image(picture("jpeg"), "image/jpeg")
    structured = {"content": [{"type": "image", "data": part.data, "mimeType": "image/jpeg"}], "n": 1}
    converted = tool_result_from(result(part, structured=structured))
    assert converted.structured == {
        "content": [{"type": "image", "data": DATA_ELSEWHERE, "mimeType": "image/jpeg"}],
        "n": 1,
    }


def test_what_is_not_base64_is_the_guests_fault() -> None:
    part = ImageContent(type="image", data="x", mime_type="image/png")
    with pytest.raises(GuestError, match="picture that is not base64"):
        tool_result_from(result(part))
