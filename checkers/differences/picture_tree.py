"""Pictures as trees: what they show apart from how they are packed and what is noted in them."""

from __future__ import annotations

import hashlib
import io
import warnings

from PIL import Image, ImageSequence

from checkers.archives import parsing
from checkers.differences.json_tree import exact_value
from checkers.differences.tree import TreeNode, Value
from checkers.evidence import Unusable
from checkers.images import FORMATS, MAX_PIXELS

MAX_FRAMES = 200
_PACKING = frozenset(
    {
        *("background", "compression", "duration", "extension", "gamma", "interlace", "loop", "transparency"),
        *("adobe_transform", "jfif", "jfif_density", "jfif_unit", "jfif_version", "progression"),
        *("progressive", "version"),
    }
)
"""What `Image.info` has of how the picture is packed, or of what its pixels or other entries show."""
_DEEP = frozenset({"I", "F", "I;16", "I;16B", "I;16L", "I;16N"})
"""Modes with more than 8 bits in a channel."""


def read_picture_tree(data: bytes, name: str) -> TreeNode:
    """Read a picture: format, size, a hash of its pixels, and what is noted in it, such as its resolution.

    Raises Unusable.
    """
    with parsing(name, "picture"), warnings.catch_warnings():
        warnings.simplefilter("ignore")  # a damaged picture's, which would reach the user's terminal
        warnings.simplefilter("error", Image.DecompressionBombWarning)
        with Image.open(io.BytesIO(data), formats=FORMATS) as image:
            frames = int(getattr(image, "n_frames", 1))
            if frames > MAX_FRAMES or image.width * image.height * frames > MAX_PIXELS:
                raise Unusable(
                    f"{name} has a usual size", f"{image.width} x {image.height} pixels, {frames} frames"
                )
            image.load()  # what is noted may stand behind the pixels
            notes = _notes(image)
            return TreeNode(
                "picture",
                attributes={
                    "format": image.format,
                    "width": image.width,
                    "height": image.height,
                    "frames": frames,
                    **notes,
                    "pixels": _pixel_hash(image),
                },
            )


def _notes(image: Image.Image) -> dict[str, Value]:
    return {
        f"note {key}": _note(value)
        for key, value in image.info.items()
        if isinstance(key, str)
        and key not in _PACKING
        and isinstance(value, bytes | str | int | float | tuple)
    }


def _note(value: object) -> Value:
    if isinstance(value, bytes):
        return f"sha256 {hashlib.sha256(value).hexdigest()}"
    return exact_value(value)


def _pixel_hash(image: Image.Image) -> str:
    """Return a hash of the colours of all pixels, however they are stored, and of how long the frames last."""
    digest = hashlib.sha256()
    for frame in ImageSequence.Iterator(image):
        pixels = frame if frame.mode in _DEEP else frame.convert("RGBA")
        digest.update(f"{frame.info.get('duration')}".encode() + pixels.tobytes())
    return digest.hexdigest()
