"""The largest picture each model sees without its API scaling it down, by the model's name.

An API that scales a picture down says nothing, and the model then answers in pixels of a picture that nobody knows.
Sources, as of November 2026:

- Claude: https://platform.claude.com/docs/en/build-with-claude/vision. From Opus 4.7 on 2576 pixels on the long edge
  (2000 in requests with more than 20 pictures, and the guide to computer use advises at most 1920) and 4784 patches of
  28 pixels; before it 1568 pixels and about 1.15 megapixels.
- OpenAI: https://developers.openai.com/api/docs/guides/images-vision, at the detail `high` and `original`. GPT-4o,
  GPT-4.1, GPT-5, o1 and o3 scale to 2048 pixels on the long edge and 768 on the short one; small models and o4-mini
  take 1536 patches of 32 pixels; from GPT-5.4 on 10,000 patches at `original`. For models between, the least that the
  guide names is taken.
- All others: what their servers take is unknown; 1920 pixels is more than any screen of the guests' usual sizes.
"""

from __future__ import annotations

import re

from controller.models.scaling import ImageLimits

SHARP = ImageLimits(long_edge=1920, patch=28, patches=4784)
"""Claude from Opus 4.7 on, and models whose limits are not known."""
COARSE = ImageLimits(long_edge=1568, patch=28, patches=1467)
"""Claude before Opus 4.7."""
TILES = ImageLimits(long_edge=2048, patch=32, patches=10_000, short_edge=768)
"""OpenAI's models that look at a picture in tiles of 512 pixels."""
SMALL = ImageLimits(long_edge=2048, patch=32, patches=1536)
"""OpenAI's small models, and those between the tiles and `original`."""
ORIGINAL = ImageLimits(long_edge=1920, patch=32, patches=10_000)
"""OpenAI's models that take the detail `original`; 1920 pixels as for Claude, which suffices for small text."""

_CLAUDE = re.compile(r"claude-(?:(\d)(?:-(\d)(?!\d))?|[a-z]+-(\d)(?:-(\d)(?!\d))?)")
_GPT = re.compile(r"gpt-(\d+)(?:\.(\d+))?")
_TILED = re.compile(r"(?:chat)?gpt-4(?:o|\.[15])|o[13](?!\d)|computer-use-preview|gpt-5(?:\.1)?(?![.\d])")
_SMALL = re.compile(r"gpt-4\.1-(?:mini|nano)|o4-mini|gpt-5(?:\.\d)?-(?:mini|nano)")


def image_limits(model: str) -> ImageLimits:
    """Return the limits of a model; a gateway's prefix ("vendor/model") does not count."""
    name = model.lower().rpartition("/")[2]
    if name.startswith("claude"):
        return SHARP if _claude_version(name) >= (4, 7) else COARSE
    if _SMALL.match(name):
        return SMALL
    if _TILED.match(name):
        return TILES
    if match := _GPT.match(name):
        return ORIGINAL if (int(match[1]), int(match[2] or 0)) >= (5, 4) else SMALL
    return SHARP


def image_detail(model: str) -> str:
    """Return the `detail` that lets OpenAI's models see a picture of that size; "" for other models."""
    name = model.lower().rpartition("/")[2]
    if not (_SMALL.match(name) or _TILED.match(name) or _GPT.match(name)):
        return ""
    return "original" if image_limits(model) == ORIGINAL else "high"


def _claude_version(name: str) -> tuple[int, int]:
    """Major and minor version; names without one count as the newest."""
    match = _CLAUDE.match(name.replace(".", "-"))
    if match is None:
        return 99, 0
    major, minor = (match[1], match[2]) if match[1] else (match[3], match[4])
    return int(major), int(minor or 0)
