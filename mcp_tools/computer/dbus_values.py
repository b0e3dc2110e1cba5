"""Values of D-Bus as bytes: a reader for every type, https://dbus.freedesktop.org/doc/dbus-specification.html#type-system

In little-endian byte order. Positions count from where a message's body begins, as alignment does.
"""

from __future__ import annotations

import struct
from collections.abc import Callable
from functools import cache
from typing import Any, Final

UINT32: Final = struct.Struct("<I")
NUMBERS: Final = {
    "y": struct.Struct("<B"),
    "n": struct.Struct("<h"),
    "q": struct.Struct("<H"),
    "i": struct.Struct("<i"),
    "u": UINT32,
    "h": UINT32,
    "x": struct.Struct("<q"),
    "t": struct.Struct("<Q"),
    "d": struct.Struct("<d"),
}
_MAX_NESTING: Final = 64

Reader = Callable[[bytes, int], tuple[Any, int]]
"""Reads the value at a position of a body; returns it and where it ends."""


class ValueFormatError(ValueError):
    """Bytes that are not what their signature says."""


def read_values(signature: str, body: bytes) -> tuple[Any, ...]:
    """The values of a body: numbers, booleans, texts, tuples for arrays and structures, dictionaries for theirs.

    Raises:
        ValueFormatError: The body or the signature is malformed.
    """
    values = []
    position = 0
    try:
        for reader in _readers(signature):
            value, position = reader(body, position)
            values.append(value)
    except (struct.error, UnicodeDecodeError, IndexError, TypeError) as error:
        raise ValueFormatError(f"no values of {signature!r}: {error}") from error
    return tuple(values)


@cache
def _readers(signature: str, nesting: int = 0) -> tuple[Reader, ...]:
    """The readers of the complete types that a signature has in a row."""
    readers = []
    rest = signature
    while rest:
        size = _complete(rest, nesting)
        readers.append(_reader(rest[:size], nesting))
        rest = rest[size:]
    return tuple(readers)


def _complete(signature: str, nesting: int) -> int:
    """How many characters the first complete type of a signature has."""
    if nesting > _MAX_NESTING:
        raise ValueFormatError("types are nested too deeply")
    if signature.startswith("a"):
        return 1 + _complete(signature[1:], nesting + 1)
    if signature[:1] not in ("(", "{"):
        return 1
    closing = ")" if signature[0] == "(" else "}"
    size = 1
    while signature[size : size + 1] not in (closing, ""):
        size += _complete(signature[size:], nesting + 1)
    return size + 1


def _reader(kind: str, nesting: int) -> Reader:
    """The reader of one complete type."""
    if kind in NUMBERS:
        return _number(NUMBERS[kind])
    if kind == "b":
        return _boolean
    if kind in ("s", "o"):
        return _text
    if kind == "g":
        return _signature
    if kind == "v":
        return _variant(nesting)
    if (
        kind.startswith("a{")
        and kind.endswith("}")
        and len(readers := _readers(kind[2:-1], nesting + 1)) == 2
    ):
        return _array(_structure(readers), 8, dict)
    if kind.startswith("a") and len(kind) > 1:
        return _array(_reader(kind[1:], nesting + 1), _alignment(kind[1]), tuple)
    if kind.startswith("(") and kind.endswith(")") and len(kind) > 2:
        return _structure(_readers(kind[1:-1], nesting + 1))
    raise ValueFormatError(f"{kind!r} is no type of D-Bus")


def _alignment(code: str) -> int:
    if code in NUMBERS:
        return NUMBERS[code].size
    if code in "({":
        return 8
    return 1 if code in "gv" else 4


def _number(packed: struct.Struct) -> Reader:
    size = packed.size

    def read(body: bytes, position: int) -> tuple[Any, int]:
        position += -position % size
        return packed.unpack_from(body, position)[0], position + size

    return read


def _boolean(body: bytes, position: int) -> tuple[bool, int]:
    position += -position % 4
    return UINT32.unpack_from(body, position)[0] != 0, position + 4


def _text(body: bytes, position: int) -> tuple[str, int]:
    position += -position % 4
    begin = position + 4
    end = begin + UINT32.unpack_from(body, position)[0]
    if end >= len(body):
        raise ValueFormatError("a text goes beyond its message")
    return body[begin:end].decode(), end + 1


def _signature(body: bytes, position: int) -> tuple[str, int]:
    begin = position + 1
    end = begin + body[position]
    if end >= len(body):
        raise ValueFormatError("a signature goes beyond its message")
    return body[begin:end].decode("ascii"), end + 1


def _variant(nesting: int) -> Reader:
    def read(body: bytes, position: int) -> tuple[Any, int]:
        signature, position = _signature(body, position)
        readers = _readers(signature, nesting + 1)
        if len(readers) != 1:
            raise ValueFormatError(f"a variant holds {signature!r}")
        return readers[0](body, position)

    return read


def _structure(readers: tuple[Reader, ...]) -> Reader:
    def read(body: bytes, position: int) -> tuple[Any, int]:
        position += -position % 8
        values = []
        for reader in readers:
            value, position = reader(body, position)
            values.append(value)
        return tuple(values), position

    return read


def _array(reader: Reader, alignment: int, made: Callable[[list[Any]], Any]) -> Reader:
    def read(body: bytes, position: int) -> tuple[Any, int]:
        position += -position % 4
        size = UINT32.unpack_from(body, position)[0]
        position += 4
        position += -position % alignment
        end = position + size
        if end > len(body):
            raise ValueFormatError("an array goes beyond its message")
        values = []
        while position < end:
            value, position = reader(body, position)
            values.append(value)
        return made(values), position

    return read
