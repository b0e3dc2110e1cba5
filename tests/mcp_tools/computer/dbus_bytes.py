"""D-Bus values and messages as bytes, made the way the specification says: the other side of what is tested."""

from __future__ import annotations

import struct
from typing import Any

ALIGNMENT = {"y": 1, "g": 1, "v": 1, "n": 2, "q": 2, "x": 8, "t": 8, "d": 8, "(": 8, "{": 8}
PACKED = {"y": "B", "n": "h", "q": "H", "i": "i", "u": "I", "h": "I", "x": "q", "t": "Q", "d": "d", "b": "I"}


def split(signature: str) -> list[str]:
    """The complete types in a row."""
    types = []
    while signature:
        size = _size(signature)
        types.append(signature[:size])
        signature = signature[size:]
    return types


def _size(signature: str) -> int:
    if signature[0] == "a":
        return 1 + _size(signature[1:])
    if signature[0] not in "({":
        return 1
    size = 1
    while signature[size] not in ")}":
        size += _size(signature[size:])
    return size + 1


def body(signature: str, *values: Any) -> bytes:
    """The values as a message's body. A variant is given as (signature, value), a dictionary as one."""
    data = bytearray()
    for kind, value in zip(split(signature), values, strict=True):
        _put(data, kind, value)
    return bytes(data)


def _put(data: bytearray, kind: str, value: Any) -> None:
    data += bytes(-len(data) % ALIGNMENT.get(kind[0], 4))
    if kind in PACKED:
        data += struct.pack(f"<{PACKED[kind]}", value)
    elif kind in ("s", "o"):
        data += struct.pack("<I", len(value.encode())) + value.encode() + b"\0"
    elif kind == "g":
        data += bytes([len(value)]) + value.encode() + b"\0"
    elif kind == "v":
        _put(data, "g", value[0])
        _put(data, *value)
    elif kind[0] == "a":
        items = value.items() if isinstance(value, dict) else value
        place = len(data)
        data += bytes(4)
        data += bytes(-len(data) % ALIGNMENT.get(kind[1], 4))
        begin = len(data)
        for item in items:
            _put(data, kind[1:], item)
        data[place : place + 4] = struct.pack("<I", len(data) - begin)
    else:
        for inner, one in zip(split(kind[1:-1]), value, strict=True):
            _put(data, inner, one)


def message(kind: int, reply_serial: int, signature: str = "", *values: Any) -> bytes:
    """A method's return (2), an error (3) or a signal (4)."""
    content = body(signature, *values)
    fields: list[Any] = [(5, ("u", reply_serial)), (7, ("s", ":1.7"))]
    if signature:
        fields.append((8, ("g", signature)))
    header = body("yyyyuua(yv)", ord("l"), kind, 1, 1, len(content), 9, fields)
    return header + bytes(-len(header) % 8) + content
