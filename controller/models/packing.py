"""A compact record of an episode's requests: what an earlier request holds is not written again.

A packed request is its JSON body with three kinds of objects in it:

    {"testbed_image": name, "before": text}    text, then an image's base64; the image is stored by its name
    {"testbed_part": n, "is": value}           part n, written here
    {"testbed_again": n}                       part n, written earlier in the episode

Parts are values of at least `MIN_PART` characters, so each turn of a conversation is written once. A body's own keys
that begin with `testbed_` get another `testbed_`.
"""

from __future__ import annotations

import base64
import binascii
import hashlib
import json
from collections.abc import Callable, Collection, Iterable
from typing import Any

from testbed.errors import RecordsError

MIN_PART = 80
"""Shortest value, in characters of JSON, that becomes a part."""
MAX_VALUES = 1_000_000
"""Most values of a request: parts that repeat each other may add up to any number."""
MAX_DEPTH = 200
"""Deepest nesting of a request that is packed; no model API's own requests come near it."""
MIN_IMAGE = 100
"""Shortest text that may be an image's base64."""
_PREFIX = "testbed_"
_IMAGE_STARTS = ("iVBORw0KGgo", "/9j/", "UklGR", "R0lGOD")
StoreImage = Callable[[bytes], str]


class Packer:
    """Packs the requests of one episode, in order. `store_image` stores an image and returns its name."""

    def __init__(self, store_image: StoreImage) -> None:
        self._store_image = store_image
        self._images: dict[str, str] = {}
        self._parts: dict[str, int] = {}

    def pack(self, body: Any) -> tuple[Any, str]:
        """Return the packed body, and a digest that equal requests share."""
        plain = self.without_images(body)
        return self._pack(plain), digest(plain)

    def without_images(self, value: Any) -> Any:
        """Return the body with images' names in place of their base64."""
        if isinstance(value, dict):
            return {_escape(key): self.without_images(item) for key, item in value.items()}
        if isinstance(value, list):
            return [self.without_images(item) for item in value]
        if isinstance(value, str) and len(value) >= MIN_IMAGE:
            before, data = _split(value)
            name = self._name(data) if data else None
            if name is not None:
                return {"testbed_image": name, "before": before}
        return value

    def _name(self, data: str) -> str | None:
        """The name of the image in base64 data; None when it is not an image, or not canonical base64."""
        key = hashlib.sha256(data.encode("utf-8", "replace")).hexdigest()
        name = self._images.get(key)
        if name is None:
            try:
                image = base64.b64decode(data, validate=True)
            except (binascii.Error, ValueError):
                return None
            if base64.b64encode(image).decode("ascii") != data:
                return None
            name = self._images[key] = self._store_image(image)
        return name

    def _pack(self, value: Any) -> Any:
        if not isinstance(value, dict | list | str):
            return value
        text = json.dumps(value)
        if len(text) < MIN_PART:
            return value
        key = hashlib.sha256(text.encode()).hexdigest()
        number = self._parts.get(key)
        if number is not None:
            return {"testbed_again": number}
        number = self._parts[key] = len(self._parts)
        if isinstance(value, dict):
            value = {name: self._pack(item) for name, item in value.items()}
        elif isinstance(value, list):
            value = [self._pack(item) for item in value]
        return {"testbed_part": number, "is": value}


class Unpacker:
    """Unpacks requests in the order they were packed in. Images stay names, own keys escaped."""

    def __init__(self) -> None:
        self._parts: dict[int, tuple[Any, int]] = {}

    def unpack(self, packed: Any) -> Any:
        """Return the body as `Packer.without_images` has it.

        Raises RecordsError when a part is missing, or repeated parts in parts make the body larger than any is.
        """
        return self._unpack(packed)[0]

    def _unpack(self, packed: Any) -> tuple[Any, int]:
        """The value, and how many values are in it."""
        if isinstance(packed, list):
            items = [self._unpack(item) for item in packed]
            return [value for value, _ in items], _count_values(items)
        if not isinstance(packed, dict):
            return packed, 1
        if "testbed_part" in packed:
            part = self._parts[_part_number(packed["testbed_part"])] = self._unpack(packed.get("is"))
            return part
        if "testbed_again" in packed:
            try:
                return self._parts[_part_number(packed["testbed_again"])]
            except KeyError as error:
                raise RecordsError(f"part {error} is missing in the record of requests") from error
        named = {name: self._unpack(item) for name, item in packed.items()}
        return {name: value for name, (value, _) in named.items()}, _count_values(named.values())


def _part_number(value: object) -> int:
    if not isinstance(value, int):
        raise RecordsError(f"{value!r:.80} is no number of a part in the record of requests")
    return value


def _count_values(items: Collection[tuple[Any, int]]) -> int:
    count = 1 + sum(count for _, count in items)
    if count > MAX_VALUES:
        raise RecordsError(f"a request in the record of requests has over {MAX_VALUES} values")
    return count


def load_body(body: bytes) -> Any:
    """Parse a request's body as JSON: None when it is empty, a text when it is not JSON or is nested too deep."""
    if not body:
        return None
    try:
        value = json.loads(body)
    except (ValueError, RecursionError):
        return body.decode("utf-8", "backslashreplace")
    return body.decode("utf-8", "backslashreplace") if _is_deep(value) else value


def _is_deep(value: Any) -> bool:
    """Whether a value is nested deeper than `MAX_DEPTH`."""
    level = [value]
    for _ in range(MAX_DEPTH):
        level = [inner for outer in level for inner in _inside(outer)]
        if not level:
            return False
    return True


def _inside(value: Any) -> Iterable[Any]:
    if isinstance(value, dict):
        return value.values()
    return value if isinstance(value, list) else ()


def content_name(data: bytes) -> str:
    """Return the name of stored content, from its hash."""
    return hashlib.sha256(data).hexdigest()[:32]


def digest(plain: Any) -> str:
    """Return a hash of a JSON value."""
    return hashlib.sha256(json.dumps(plain, sort_keys=True).encode()).hexdigest()[:32]


def _escape(key: str) -> str:
    return _PREFIX + key if key.startswith(_PREFIX) else key


def _split(text: str) -> tuple[str, str]:
    """The text before an image's base64, and the base64, which is "" when there is none."""
    before = ""
    if text.startswith("data:image/"):
        head, comma, rest = text.partition(";base64,")
        if comma and len(head) < 40:
            before, text = head + comma, rest
    return (before, text) if text.startswith(_IMAGE_STARTS) else (before, "")
