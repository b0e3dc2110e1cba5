"""Comparison of pictures in tests: says where and how much two pictures differ."""

from __future__ import annotations

import io
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray
from PIL import Image

Box = tuple[int, int, int, int]
"""Left, top, right and bottom in pixels; right and bottom are excluded."""
Picture = Image.Image | bytes | NDArray[Any]
"""An image, the bytes of its file, or an array of rows, columns and channels."""


@dataclass(frozen=True)
class Difference:
    """How two pictures of one size differ."""

    box: Box
    """The smallest box around all differing pixels."""
    pixels: int
    largest: int
    """The largest difference of a colour channel, 1 to 255."""

    def __str__(self) -> str:
        left, top, right, bottom = self.box
        return (
            f"{self.pixels} pixels differ, by at most {self.largest}, "
            f"between ({left}, {top}) and ({right}, {bottom})"
        )


def difference(
    picture: Picture, other: Picture, *, leave_out: Sequence[Box] = (), tolerance: int = 0
) -> Difference | None:
    """Compare two pictures by their colours.

    Args:
        picture: One picture.
        other: Another picture of the same size.
        leave_out: Regions that may differ: a clock, the pointer, what it hovers over.
        tolerance: Colour channels that differ by at most this count as equal.

    Returns:
        How they differ, or None.

    Raises:
        AssertionError: They differ in size.
    """
    one, two = _pixels(picture), _pixels(other)
    if one.shape != two.shape:
        raise AssertionError(f"the pictures differ in size: {_size(one)} and {_size(two)}")
    distances = np.abs(one - two).max(axis=2)
    for left, top, right, bottom in leave_out:
        distances[top:bottom, left:right] = 0
    rows, columns = np.nonzero(distances > tolerance)
    if not len(rows):
        return None
    box = (int(columns.min()), int(rows.min()), int(columns.max()) + 1, int(rows.max()) + 1)
    return Difference(box, len(rows), int(distances.max()))


def assert_same_picture(
    picture: Picture, expected: Picture, *, leave_out: Sequence[Box] = (), tolerance: int = 0
) -> None:
    """Raise AssertionError, saying where and how much they differ, unless two pictures are the same."""
    found = difference(picture, expected, leave_out=leave_out, tolerance=tolerance)
    if found is not None:
        raise AssertionError(f"not the same picture: {found}")


def _pixels(picture: Picture) -> NDArray[np.int16]:
    if isinstance(picture, np.ndarray):
        return picture.astype(np.int16)
    image = Image.open(io.BytesIO(picture)) if isinstance(picture, bytes) else picture
    return np.asarray(image.convert("RGB"), dtype=np.int16)


def _size(pixels: NDArray[np.int16]) -> str:
    return f"{pixels.shape[1]}x{pixels.shape[0]}"
