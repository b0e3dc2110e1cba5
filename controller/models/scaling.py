"""Scales screenshots to what a model accepts, and its coordinates back to native pixels.

A model sees the screen as an image of `width` x `height` view pixels, never larger than the screen
itself, and answers in view pixels; actions are in native pixels of the guest's screen.
"""

from __future__ import annotations

import io
import math
from dataclasses import dataclass

from PIL import Image

from controller.core.pictures import decoding


class OutOfView(ValueError):
    """A coordinate outside of the image that the model was shown."""


@dataclass(frozen=True, slots=True)
class ImageLimits:
    """The largest image a model accepts: pixels of the edges, and patches of `patch` x `patch` pixels.

    `short_edge` 0 is no limit.
    """

    long_edge: int
    patch: int
    patches: int
    short_edge: int = 0

    def allow(self, width: int, height: int) -> bool:
        """Return whether an image of this size is accepted."""
        rows, columns = math.ceil(height / self.patch), math.ceil(width / self.patch)
        short = not self.short_edge or min(width, height) <= self.short_edge
        return short and max(width, height) <= self.long_edge and rows * columns <= self.patches


@dataclass(frozen=True, slots=True)
class ScaledView:
    """The size of a screen in native pixels, and that of the image of it that a model is sent."""

    native_width: int
    native_height: int
    width: int
    height: int

    def to_native(self, x: float, y: float) -> tuple[int, int]:
        """Return the native pixel under the middle of view pixel (x, y). Raises OutOfView.

        Taking the middle keeps every result inside the screen, so nothing is clamped.
        """
        if not (0 <= x < self.width and 0 <= y < self.height):
            raise OutOfView(
                f"the point ({x}, {y}) is outside the screenshot of {self.width} x {self.height} pixels"
            )
        column, row = math.floor(x), math.floor(y)
        return (
            (2 * column + 1) * self.native_width // (2 * self.width),
            (2 * row + 1) * self.native_height // (2 * self.height),
        )

    def to_view(self, x: int, y: int) -> tuple[int, int]:
        """Return the view pixel that shows the middle of native pixel (x, y)."""
        return (
            (2 * x + 1) * self.width // (2 * self.native_width),
            (2 * y + 1) * self.height // (2 * self.native_height),
        )

    def region(self, x0: float, y0: float, x1: float, y1: float) -> tuple[int, int, int, int]:
        """Return the smallest native region that covers a view region; right and bottom are exclusive.

        Raises OutOfView.
        """
        if not (0 <= x0 < x1 <= self.width and 0 <= y0 < y1 <= self.height):
            raise OutOfView(
                f"[{x0}, {y0}, {x1}, {y1}] is not a region [left, top, right, bottom] of the screenshot, "
                f"which is {self.width} x {self.height} pixels"
            )
        scale_x, scale_y = self.native_width / self.width, self.native_height / self.height
        # Rounding can only overshoot by a fraction of a pixel, hence the clamp.
        return (
            math.floor(x0 * scale_x),
            math.floor(y0 * scale_y),
            min(math.ceil(x1 * scale_x), self.native_width),
            min(math.ceil(y1 * scale_y), self.native_height),
        )


def make_view(width: int, height: int, limits: ImageLimits) -> ScaledView:
    """Return the largest view of a screen that the limits allow, with the same proportions, never enlarged."""
    factor = min(1.0, limits.long_edge / max(width, height))
    long_edge = math.floor(max(width, height) * factor)
    while long_edge > 1:
        size = _scale(width, height, long_edge)
        if limits.allow(*size):
            return ScaledView(width, height, *size)
        long_edge -= 1
    return ScaledView(width, height, 1, 1)


def resize(png: bytes, width: int, height: int) -> bytes:
    """Resize a PNG to exactly this size. Raises GuestError when it is not a PNG."""
    if _size(png) == (width, height):
        return png
    with _open(png) as image:
        return _png(image.convert("RGB").resize((width, height), Image.Resampling.LANCZOS))


def fit(png: bytes, width: int, height: int, *, enlarge: bool = False) -> bytes:
    """Resize a PNG to fit `width` x `height` with the same proportions; a smaller one only with `enlarge`.

    Raises GuestError when it is not a PNG.
    """
    own_width, own_height = _size(png)
    factor = min(width / own_width, height / own_height)
    if factor == 1 or (factor > 1 and not enlarge):
        return png
    size = (max(1, math.floor(own_width * factor)), max(1, math.floor(own_height * factor)))
    with _open(png) as image:
        return _png(image.convert("RGB").resize(size, Image.Resampling.LANCZOS))


def to_jpeg(png: bytes, quality: int = 85) -> bytes:
    """Convert a PNG to JPEG, which is much smaller for photographs. Raises GuestError when it is not a PNG."""
    with _open(png) as image:
        out = io.BytesIO()
        image.convert("RGB").save(out, "JPEG", quality=quality)
        return out.getvalue()


def _scale(width: int, height: int, long_edge: int) -> tuple[int, int]:
    if width >= height:
        return long_edge, max(1, round(height * long_edge / width))
    return max(1, round(width * long_edge / height)), long_edge


def _size(png: bytes) -> tuple[int, int]:
    """Width and height. Verifies the checksums, which takes a tenth of the time of decoding."""
    with decoding(f"an image of {len(png)} bytes"):
        with Image.open(io.BytesIO(png), formats=["PNG"]) as image:
            size: tuple[int, int] = image.size
            image.verify()
        return size


def _open(png: bytes) -> Image.Image:
    with decoding(f"an image of {len(png)} bytes"):
        image = Image.open(io.BytesIO(png), formats=["PNG"])
        image.load()
        return image


def _png(image: Image.Image) -> bytes:
    out = io.BytesIO()
    image.save(out, "PNG", compress_level=3)
    return out.getvalue()
