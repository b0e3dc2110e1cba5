"""Writes GVDB files as dconf does."""

from __future__ import annotations

import struct
from collections.abc import Mapping

NO_PARENT = 0xFFFF_FFFF


def variant(kind: str, content: bytes) -> bytes:
    """Return a serialised variant of a value."""
    return content + b"\0" + kind.encode()


def texts(*values: str) -> bytes:
    """Return a serialised list of texts whose ends fit into one byte each."""
    content = b"".join(value.encode() + b"\0" for value in values)
    ends = [len("".join(values[: number + 1]).encode()) + number + 1 for number in range(len(values))]
    return content + bytes(ends)


def gvdb(values: Mapping[str, bytes]) -> bytes:
    """Return a table of settings by their paths: an item for each folder, which those in it name as their parent.

    It has a word of a Bloom filter and one bucket; readers that look at all items need neither.
    """
    folders = sorted({path[: place + 1] for path in values for place, sign in enumerate(path) if sign == "/"})
    names = [*folders, *sorted(values)]
    header = 24
    table_size = 8 + 8 + 24 * len(names)
    items, rest = b"", b""
    for name in names:
        above = name.rstrip("/").rpartition("/")[0] + "/" if name != "/" else ""
        own = name.removeprefix(above).encode()
        place = header + table_size + len(rest)
        rest += own
        start = header + table_size + len(rest)
        value = values.get(name, b"")
        rest += value
        kind = b"v" if name in values else b"L"
        parent = names.index(above) if above else NO_PARENT
        items += struct.pack("<IIIHcxII", 0, parent, place, len(own), kind, start, start + len(value))
    table = struct.pack("<IIII", 5 << 27 | 1, 1, 0xFFFF_FFFF, 0) + items
    return struct.pack("<8sIIII", b"GVariant", 0, 0, header, header + len(table)) + table + rest
