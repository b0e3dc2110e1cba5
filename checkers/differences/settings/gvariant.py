"""Values in GVariant's serialised form, as texts in its notation."""

from __future__ import annotations

import hashlib
import struct

from checkers.differences.text_tree import encodable
from checkers.evidence import Unusable

MAX_ELEMENTS = 10_000
_NUMBERS = {"y": "<B", "n": "<h", "q": "<H", "i": "<i", "u": "<I", "x": "<q", "t": "<Q", "h": "<I", "d": "<d"}
_TEXTS = "sog"


def format_variant(data: bytes) -> str:
    """Return a variant's value: a number, a text, a list of those; of any other type its name and a hash.

    Raises Unusable if it is damaged.
    """
    content, _, signature = data.rpartition(b"\0")
    kind = signature.decode("ascii", "replace")
    try:
        return _formatted(content, kind)
    except (struct.error, ValueError) as error:
        raise Unusable("a setting is readable", f"{kind}: {error}") from error


def _formatted(content: bytes, kind: str) -> str:
    if kind == "b":
        return "true" if content == b"\1" else "false"
    if kind in _NUMBERS:
        return repr(struct.unpack(_NUMBERS[kind], content)[0])
    if kind in _TEXTS and kind:
        return repr(encodable(content.removesuffix(b"\0").decode("utf-8", "backslashreplace")))
    if kind[:1] == "a" and len(kind) == 2 and (kind[1] in _NUMBERS or kind[1] in _TEXTS or kind[1] == "b"):
        return f"[{', '.join(_formatted(element, kind[1]) for element in _elements(content, kind[1]))}]"
    return f"{encodable(kind)} sha256 {hashlib.sha256(content).hexdigest()}"


def _elements(content: bytes, kind: str) -> list[bytes]:
    if not content:
        return []
    if kind in _TEXTS:
        return _text_elements(content)
    size = 1 if kind == "b" else struct.calcsize(_NUMBERS[kind])
    if len(content) > MAX_ELEMENTS * size:
        raise ValueError("it has too many elements")
    return [content[place : place + size] for place in range(0, len(content), size)]


def _text_elements(content: bytes) -> list[bytes]:
    """Return the elements of a list of texts: where each ends stands behind them, in numbers as wide as is needed."""
    width = next(width for width in (1, 2, 4, 8) if len(content) < 1 << 8 * width)
    begin_of_ends = int.from_bytes(content[-width:], "little")
    ends = [
        int.from_bytes(content[place : place + width], "little")
        for place in range(begin_of_ends, len(content), width)
    ]
    if not ends or len(ends) > MAX_ELEMENTS or sorted(ends) != ends or ends[-1] != begin_of_ends:
        raise ValueError("its elements have no order")
    return [content[begin:end] for begin, end in zip([0, *ends], ends, strict=False)]
