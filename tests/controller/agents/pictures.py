"""Screenshots for tests of agents."""

from __future__ import annotations

import io
from functools import cache

from PIL import Image


@cache
def png(width: int = 1280, height: int = 720, shade: int = 0) -> bytes:
    """A picture of one colour; `shade` tells pictures apart."""
    out = io.BytesIO()
    Image.new("RGB", (width, height), (shade % 256, 80, 90)).save(out, "PNG")
    return out.getvalue()
