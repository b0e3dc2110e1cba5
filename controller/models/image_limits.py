"""The largest picture each model sees without its API scaling it down, by the model's name.

An API that scales a picture down says nothing, and the model then answers in pixels of a picture that nobody knows.
Sources, as of November 2026:

- Claude: https://platform.claude.com/docs/en/build-with-claude/vision. From Opus 4.7 on 2576 pixels on the long edge
  (2000 in requests with more than 20 pictures, and the guide to computer use advises at most 1920) and 4784 patches of
  28 pixels; before it 1568 pixels and about 1.15 megapixels.
- OpenAI: `openai_models.py`. At most 1920 pixels are sent even where more is taken, which suffices for small text.
- All others: what their servers take is unknown; 1920 pixels is more than any screen of the guests' usual sizes.
"""

from __future__ import annotations

import re

from controller.models.openai_models import (
    HIGH_EDGE,
    HIGH_PATCHES,
    ORIGINAL_PATCHES,
    PATCH,
    TILED_SHORT_EDGE,
    find_model,
)
from controller.models.scaling import ImageLimits

SHARP = ImageLimits(long_edge=1920, patch=28, patches=4784)
"""Claude from Opus 4.7 on, and models whose limits are not known."""
COARSE = ImageLimits(long_edge=1568, patch=28, patches=1467)
"""Claude before Opus 4.7."""
TILES = ImageLimits(HIGH_EDGE, PATCH, ORIGINAL_PATCHES, short_edge=TILED_SHORT_EDGE)
"""OpenAI's models that look at a picture in tiles of 512 pixels."""
SMALL = ImageLimits(HIGH_EDGE, PATCH, HIGH_PATCHES)
"""OpenAI's small models, and those between the tiles and `original`."""
ORIGINAL = ImageLimits(1920, PATCH, ORIGINAL_PATCHES)
"""OpenAI's models that take the detail `original`."""
_OPENAI = {"tiles": TILES, "patches": SMALL, "original": ORIGINAL}

_CLAUDE = re.compile(r"claude-(?:(\d)(?:-(\d)(?!\d))?|[a-z]+-(\d)(?:-(\d)(?!\d))?)")


def image_limits(model: str) -> ImageLimits:
    """Return the limits of a model; a gateway's prefix ("vendor/model") does not count."""
    name = model.lower().rpartition("/")[2]
    if name.startswith("claude"):
        return SHARP if _claude_version(name) >= (4, 7) else COARSE
    known = find_model(name)
    return _OPENAI.get(known.scaling, SHARP) if known else SHARP


def image_detail(model: str) -> str:
    """Return the `detail` that lets OpenAI's models see a picture of that size; "" for other models."""
    known = find_model(model.lower().rpartition("/")[2])
    return known.detail if known else ""


def _claude_version(name: str) -> tuple[int, int]:
    """Major and minor version; names without one count as the newest."""
    match = _CLAUDE.match(name.replace(".", "-"))
    if match is None:
        return 99, 0
    major, minor = (match[1], match[2]) if match[1] else (match[3], match[4])
    return int(major), int(minor or 0)
