"""What a replayed request has that the recorded one has not, without what no replay can repeat.

No replay has the same clock, process ids, hashes that depend on the time, or temporary names; texts are compared
without them. Pictures show the clock and the blinking cursor; they count as equal if nearly all of their pixels are.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import Any

from PIL import ImageChops

from controller.core.pictures import open_rgb
from controller.core.texts import shorten
from controller.models.packing import content_name
from testbed.errors import GuestError

PIXEL_SHARE = 0.01
"""Pictures with at most this share of different pixels count as equal."""
CHANNEL_STEP = 24
"""A pixel is different if one of its colours differs by more, of 255."""
_CONTEXT = 30
"""How much of a text is shown around a difference, in characters."""
_IMAGE = "testbed_image"
_MONTH = r"(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)[a-z]*"
_DAY = r"(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun)[a-z]*"
_VARYING = re.compile(
    "|".join(
        (
            r"\b[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\b",
            r"\b\d{4}-\d\d-\d\d(?:[T ]\d\d:\d\d(?::\d\d(?:[.,]\d+)?)?(?:Z| ?[+-]\d\d:?\d\d)?)?",
            rf"\b(?:{_DAY},? )?(?:{_MONTH}\.? \d\d?|\d\d? {_MONTH})\b(?:,? \d{{4}}\b)?",
            r"\b\d\d?:\d\d(?::\d\d(?:\.\d+)?)?(?: ?[AP]M)?\b",
            r"\b1[6-9]\d{8}(?:\.\d+|\d{3})?\b",
            r"\b(?i:pid)\W{0,3}\d+",
            r"\b0x[0-9a-f]+\b",
            r"\b(?=[0-9a-f]*\d)(?=[0-9a-f]*[a-f])[0-9a-f]{7,64}\b",
            r"/tmp/[^\s\"']+",
        )
    )
)
LoadImage = Callable[[str], bytes | None]
"""Returns the image of that name, None if it is missing."""


class RequestComparison:
    """Compares the requests of one attempt with the recorded ones, in order. Each difference is reported once."""

    def __init__(self, load_recorded: LoadImage) -> None:
        """Compare with the recorded images that `load_recorded` returns."""
        self._load_recorded = load_recorded
        self._images: dict[str, bytes] = {}
        self._shares: dict[tuple[str, str], float | None] = {}
        self._told: set[str] = set()

    def store(self, image: bytes) -> str:
        """Keep an image of a new request for its comparison, and return its name."""
        name = content_name(image)
        self._images[name] = image
        return name

    def differences(self, new: Any, recorded: Any) -> list[str]:
        """Return the differences that no earlier request had, such as `messages.2.content: 'b' instead of 'a'`.

        Args:
            new: The request's body with names in place of images.
            recorded: The recorded one.
        """
        differences = []
        for place, difference in self._compare(new, recorded, ""):
            if difference not in self._told:
                self._told.add(difference)
                differences.append(f"{place.lstrip('.') or 'the request'}: {difference}")
        return differences

    def _compare(self, new: Any, recorded: Any, place: str) -> Iterator[tuple[str, str]]:
        if isinstance(new, dict) and isinstance(recorded, dict):
            if _IMAGE in new and _IMAGE in recorded:
                yield from ((place, text) for text in self._pictures(new[_IMAGE], recorded[_IMAGE]))
                return
            for key in dict.fromkeys((*new, *recorded)):
                if key in new and key in recorded:
                    yield from self._compare(new[key], recorded[key], f"{place}.{key}")
                else:
                    yield place, f"{key!r} {'was not recorded' if key in new else 'is missing'}"
        elif isinstance(new, list) and isinstance(recorded, list):
            for index, (item, other) in enumerate(zip(new, recorded, strict=False)):
                yield from self._compare(item, other, f"{place}.{index}")
            if len(new) != len(recorded):
                yield place, f"{len(new)} items instead of {len(recorded)}"
        elif isinstance(new, str) and isinstance(recorded, str):
            one, other = without_varying(new), without_varying(recorded)
            if one != other:
                yield place, _describe_difference(one, other)
        elif new != recorded or type(new) is not type(recorded):
            yield place, f"{_short(new)} instead of {_short(recorded)}"

    def _pictures(self, new: str, recorded: str) -> Iterator[str]:
        if new == recorded:
            return
        pair = (new, recorded)
        if pair not in self._shares:
            image, other = self._images.get(new), self._load_recorded(recorded)
            self._shares[pair] = None if image is None or other is None else different_share(image, other)
        share = self._shares[pair]
        if share is None:
            yield f"the recorded picture {recorded} is missing or damaged"
        elif share > PIXEL_SHARE:
            yield f"the picture {new} differs from {recorded} in {share:.0%} of its pixels"


def different_share(one: bytes, other: bytes) -> float | None:
    """The share of pixels in which two pictures differ, 1 for different sizes; None if one cannot be read."""
    try:
        first, second = map(open_rgb, (one, other))
    except GuestError:
        return None
    if first.size != second.size:
        return 1.0
    red, green, blue = ImageChops.difference(first, second).split()
    largest = ImageChops.lighter(ImageChops.lighter(red, green), blue)
    return sum(largest.histogram()[CHANNEL_STEP + 1 :]) / (first.width * first.height)


def without_varying(text: str) -> str:
    """The text with `…` in place of times, dates, ids, hashes and temporary names."""
    return _VARYING.sub("…", text)


def _describe_difference(new: str, recorded: str) -> str:
    """Two texts around their first difference."""
    start = next(
        (index for index, (one, other) in enumerate(zip(new, recorded, strict=False)) if one != other),
        min(len(new), len(recorded)),
    )
    begin = max(0, start - _CONTEXT)
    one, other = (text[begin : start + _CONTEXT] for text in (new, recorded))
    return f"{one!r} instead of {other!r}"


def _short(value: object) -> str:
    return shorten(repr(value), 2 * _CONTEXT)
