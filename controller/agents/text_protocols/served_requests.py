"""What a server of an open model takes in a conversation: turns, and the number and size of pictures.

Sources: vLLM, "Multimodal Inputs" (`--limit-mm-per-prompt`); the sizes are those that the models' own resizing leaves
as they are: 28 for Qwen2.5-VL, UI-TARS and OpenCUA, 32 for Qwen3-VL and later.
"""

from __future__ import annotations

import base64
import io
import itertools
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from PIL import Image

from testbed.errors import UsageError

MAX_PIXELS = 13_107_200


def invalid(message: str, where: str) -> UsageError:
    """Return the error of an invalid request, with the place in its body."""
    return UsageError(f"{where}: {message}")


def check_roles(messages: Sequence[Mapping[str, Any]], systems: int) -> None:
    """Check that users' turns and the model's follow the system prompts, the last one a user's. Raises UsageError."""
    roles = [message["role"] for message in messages]
    if roles[:systems] != ["system"] * systems or "system" in roles[systems:]:
        raise invalid(f"This model takes {systems} system message(s), first of all.", "messages[0].role")
    if roles[-1] != "user" or not {*roles[systems:]} <= {"user", "assistant"}:
        raise invalid("The last message must be the user's.", f"messages[{len(roles) - 1}].role")


def check_alternating(messages: Sequence[Mapping[str, Any]]) -> None:
    """Check that no turn is followed by one of the same role. Raises UsageError."""
    for index, (before, after) in enumerate(itertools.pairwise(messages), start=1):
        if before["role"] == after["role"]:
            raise invalid(
                "Conversation roles must alternate user/assistant/user/assistant/...",
                f"messages[{index}].role",
            )


def check_pictures(messages: Sequence[Mapping[str, Any]], most: int, factor: int) -> list[tuple[int, int]]:
    """Check the number of pictures and their sizes.

    Args:
        messages: The conversation.
        most: The most pictures in it.
        factor: What both sides must be multiples of.

    Returns:
        The sizes of the pictures, oldest first.

    Raises:
        UsageError: A picture too many, more than one in a turn, or one of another size.
    """
    sizes = []
    for index, message in enumerate(messages):
        urls = list(_urls(message))
        if len(urls) > 1:
            raise invalid(
                f"A turn shows one screenshot; this one has {len(urls)}.", f"messages[{index}].content"
            )
        for url in urls:
            with Image.open(io.BytesIO(base64.b64decode(url.partition(",")[2]))) as image:
                width, height = image.size
            if width % factor or height % factor or width * height > MAX_PIXELS:
                raise invalid(
                    f"The picture of {width} x {height} pixels would be resized: sides must be multiples of {factor}.",
                    f"messages[{index}].content",
                )
            sizes.append((width, height))
    if len(sizes) > most:
        raise invalid(f"At most {most} image(s) may be provided in one prompt.", "messages")
    return sizes


def texts_of(message: Mapping[str, Any]) -> list[str]:
    """The texts of a message."""
    content = message.get("content")
    if isinstance(content, str):
        return [content]
    return [part["text"] for part in content or () if part.get("type") == "text"]


def _urls(message: Mapping[str, Any]) -> Iterator[str]:
    content = message.get("content")
    for part in content if isinstance(content, list) else ():
        if part["type"] == "image_url":
            yield part["image_url"]["url"]
