"""GVDB files, in which dconf keeps settings: a table of names and values in GVariant's serialised form."""

from __future__ import annotations

import struct
from collections.abc import Iterator
from dataclasses import dataclass

from checkers.evidence import Unusable

MAX_ITEMS = 20_000
MAX_NAME = 1000
_SIGNATURE = b"GVariant"
_HEADER = struct.Struct("<8sIIII")
_ITEM = struct.Struct("<IIIHcxII")
"""Hash of the name, number of the item whose name comes before it, place and length of its own part of the name,
kind, begin and end of the value."""
_VALUE = b"v"
_NO_PARENT = 0xFFFF_FFFF


@dataclass(frozen=True, slots=True)
class _Item:
    parent: int
    name: bytes
    kind: bytes
    value: bytes


def read_gvdb(data: bytes, name: str) -> dict[str, bytes]:
    """Map the names of a table to their values, each a serialised variant; of an empty file, nothing.

    Tables in the table, which dconf has for locks alone, are left out.

    Raises Unusable.
    """
    if not data:
        return {}
    try:
        items = list(_items(data))
        return {
            _full_name(items, item).decode("utf-8", "backslashreplace"): item.value
            for item in items
            if item.kind == _VALUE
        }
    except (struct.error, IndexError, ValueError) as error:
        raise Unusable(f"{name} is a readable GVDB file", error) from error


def _items(data: bytes) -> Iterator[_Item]:
    signature, version, _, begin, end = _HEADER.unpack_from(data)
    if signature != _SIGNATURE or version != 0:
        raise ValueError("it does not begin like one")
    table = _slice(data, begin, end)
    bloom_words, buckets = struct.unpack_from("<II", table)
    first = 8 + 4 * (bloom_words & 0x7FF_FFFF) + 4 * buckets
    number = (len(table) - first) // _ITEM.size
    if not 0 <= number <= MAX_ITEMS:
        raise ValueError(f"it has {number} items")
    for index in range(number):
        _, parent, place, length, kind, start, stop = _ITEM.unpack_from(table, first + index * _ITEM.size)
        value = _slice(data, start, stop) if kind == _VALUE else b""
        yield _Item(parent, _slice(data, place, place + length), kind, value)


def _slice(data: bytes, begin: int, end: int) -> bytes:
    if not begin <= end <= len(data):
        raise ValueError("it points outside itself")
    return data[begin:end]


def _full_name(items: list[_Item], item: _Item) -> bytes:
    name = item.name
    while item.parent != _NO_PARENT:
        item = items[item.parent]
        name = item.name + name
        if len(name) > MAX_NAME or not item.name:
            raise ValueError("it has a name without end")
    return name
