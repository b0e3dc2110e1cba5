"""Texts and pictures of the difficult text documents."""

from __future__ import annotations

import io

from PIL import Image

LONG = "A long paragraph about a fox. " * 400
RIGHT_TO_LEFT = "שלום fox עולם"
ODD = (
    "e\u0301 combining, \U0001f98a a fox outside the BMP, \u200bzero width",
    "no\u00a0break, soft\u00adhyphen, \u2011 hyphen, \u202dorder\u202c",
)


def pixel() -> bytes:
    """A small blue PNG."""
    stream = io.BytesIO()
    Image.new("RGB", (8, 8), "blue").save(stream, "PNG")
    return stream.getvalue()
