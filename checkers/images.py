"""Opening pictures with limits, and comparing their pixels."""

from __future__ import annotations

import io
import warnings

from PIL import Image, ImageChops, ImageStat

from checkers.evidence import Unusable

MAX_PIXELS = 20_000_000
"""So that decoding and comparing one takes less than 512 MiB, in every format."""
FORMATS = ("PNG", "JPEG", "GIF", "BMP", "TIFF", "WEBP")


def open_image(data: bytes) -> Image.Image:
    """Decode a picture as RGB; transparent parts become white. Raises Unusable."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # a damaged picture's, which would reach the user's terminal
            warnings.simplefilter("error", Image.DecompressionBombWarning)
            with Image.open(io.BytesIO(data), formats=FORMATS) as image:
                if image.width * image.height > MAX_PIXELS:
                    raise Unusable(
                        "the picture can be read",
                        f"the picture is {image.width} x {image.height} pixels, too large to look at",
                    )
                layer = image.convert("RGBA")
    except Unusable:
        raise
    except Exception as error:
        raise Unusable("the picture can be read", f"this is no picture that can be read: {error}") from error
    return Image.alpha_composite(Image.new("RGBA", layer.size, "white"), layer).convert("RGB")


def difference(one: Image.Image, other: Image.Image) -> float:
    """Mean absolute difference of two RGB pictures over all pixels and channels, 0.0 (same) to 255.0.

    The second is scaled to the size of the first.
    """
    means = ImageStat.Stat(_pixel_differences(one, other)).mean
    return float(sum(means) / len(means))


def worst_tile(one: Image.Image, other: Image.Image, tiles: int = 8) -> float:
    """Mean absolute difference in grey of the tile that differs most, of `tiles` x `tiles`: 0.0 (same) to 255.0.

    It sees what the mean over the whole picture hides: a mirrored or cropped page is mostly white again.
    The second picture is scaled to the size of the first.
    """
    grey = _pixel_differences(one, other).convert("L").resize((tiles, tiles), Image.Resampling.BOX)
    return float(max(grey.tobytes()))


def _pixel_differences(one: Image.Image, other: Image.Image) -> Image.Image:
    scaled = other if other.size == one.size else other.resize(one.size, Image.Resampling.BILINEAR)
    return ImageChops.difference(one, scaled)
