"""Objects of a Git repository, read from the files of its .git: loose ones and those in packs.

Git itself is not run: a repository's settings can make it start programs.
"""

from __future__ import annotations

import hashlib
import struct
import zlib
from collections.abc import Mapping

from checkers.evidence import Unusable

MAX_OBJECT = 2**18
"""Bytes of an object that is read; commits and tags are far smaller."""
MAX_DELTAS = 4096
"""Deltas of which an object may be made; Git makes no longer chains."""
_IDX_HEADER = b"\xfftOc\0\0\0\2"
_KINDS = {1: "commit", 2: "tree", 3: "blob", 4: "tag"}
_OFFSET_DELTA, _REFERENCE_DELTA = 6, 7


class ObjectStore:
    """The objects in the files of a .git, by path relative to it."""

    def __init__(self, files: Mapping[str, bytes]) -> None:
        self._files = files
        self._packed = {
            object_id: (path.removesuffix(".idx") + ".pack", offset)
            for path, content in files.items()
            if path.startswith("objects/pack/") and path.endswith(".idx")
            for object_id, offset in _read_pack_index(content, path).items()
        }

    def read(self, object_id: str) -> tuple[str, bytes] | None:
        """Return an object's kind and content; None if the files do not have it. Raises Unusable if it is damaged."""
        found = self._stored(object_id)
        if found is not None:
            kind, content = found
            header = b"%s %d\0" % (kind.encode(), len(content))
            if hashlib.sha1(header + content, usedforsecurity=False).hexdigest() != object_id:
                raise Unusable(f"the object {object_id} is what its name says", "it is not")
        return found

    def _stored(self, object_id: str) -> tuple[str, bytes] | None:
        loose = self._files.get(f"objects/{object_id[:2]}/{object_id[2:]}")
        if loose is not None:
            header, _, content = _inflated(loose, MAX_OBJECT + 64).partition(b"\0")
            return header.partition(b" ")[0].decode("ascii", "replace"), content
        path, offset = self._packed.get(object_id, ("", 0))
        return self._in_pack(path, offset) if path in self._files else None

    def _in_pack(self, path: str, offset: int) -> tuple[str, bytes] | None:
        """Return an object of a pack: the one that its deltas begin with, with the deltas applied."""
        pack = self._files[path]
        deltas: list[bytes] = []
        while len(deltas) <= MAX_DELTAS:
            code, start = _pack_header(pack, offset)
            if code in _KINDS:
                return _KINDS[code], _patched(_inflated(pack, MAX_OBJECT, start), deltas)
            if code == _OFFSET_DELTA:
                distance, start = _distance(pack, start)
                deltas.append(_inflated(pack, MAX_OBJECT, start))
                offset -= distance
            elif code == _REFERENCE_DELTA:
                deltas.append(_inflated(pack, MAX_OBJECT, start + 20))
                base = self._packed.get(pack[start : start + 20].hex(), ("", 0))
                if base[0] != path:
                    return None  # of a pack that is not whole
                offset = base[1]
            else:
                raise Unusable(f"{path} is a readable pack", f"it has an object of the kind {code}")
        raise Unusable(f"{path} is a readable pack", "its deltas have no end")


def _read_pack_index(data: bytes, path: str) -> dict[str, int]:
    """Return the places in a pack of the objects that its index, of version 2, lists."""
    try:
        if not data.startswith(_IDX_HEADER):
            raise Unusable(f"{path} is an index of version 2", "it is not")
        (number,) = struct.unpack_from(">I", data, 8 + 4 * 255)
        names = 8 + 4 * 256
        offsets = names + 24 * number  # behind 20 bytes of name and 4 of checksum each
        places = struct.unpack_from(f">{number}I", data, offsets)
        large = offsets + 4 * number
        return {
            data[names + 20 * index : names + 20 * index + 20].hex(): place
            if place < 2**31
            else struct.unpack_from(">Q", data, large + 8 * (place - 2**31))[0]
            for index, place in enumerate(places)
        }
    except struct.error as error:
        raise Unusable(f"{path} is a readable index", error) from error


def _pack_header(pack: bytes, offset: int) -> tuple[int, int]:
    """Return the code of an object's kind, and where what follows the header begins."""
    first = _byte(pack, offset)
    return first >> 4 & 7, _number(pack, offset)[1]


def _number(data: bytes, place: int) -> tuple[int, int]:
    """Return a number of 7 bits in each byte, the lowest first, and where it ends."""
    value = shift = 0
    while True:
        byte = _byte(data, place)
        value |= (byte & 0x7F) << shift
        shift += 7
        place += 1
        if byte < 0x80:
            return value, place
        if shift > 63:
            raise Unusable("a number of Git's is at most 63 bits long", "it is longer")


def _distance(pack: bytes, place: int) -> tuple[int, int]:
    """Return how far back a delta's base is, and where the delta begins."""
    byte = _byte(pack, place)
    value, place = byte & 0x7F, place + 1
    while byte >= 0x80 and value < 2**62:
        byte = _byte(pack, place)
        value, place = (value + 1) << 7 | byte & 0x7F, place + 1
    return value, place


def _patched(content: bytes, deltas: list[bytes]) -> bytes:
    for delta in reversed(deltas):
        content = _apply(delta, content)
    return content


def _apply(delta: bytes, base: bytes) -> bytes:
    """Return what a delta makes of its base: parts copied from it, and new ones."""
    place = _number(delta, _number(delta, 0)[1])[1]
    made = bytearray()
    while place < len(delta):
        command = delta[place]
        place += 1
        if command < 0x80:
            made += delta[place : place + command]
            place += command
        else:
            arguments = []
            for bit in range(7):
                present = command >> bit & 1
                arguments.append(_byte(delta, place) if present else 0)
                place += present
            start = int.from_bytes(bytes(arguments[:4]), "little")
            size = int.from_bytes(bytes(arguments[4:]), "little") or 0x10000
            made += base[start : start + size]
        if len(made) > MAX_OBJECT:
            raise Unusable(f"an object has at most {MAX_OBJECT} bytes", "more")
    return bytes(made)


def _inflated(data: bytes, most: int, start: int = 0) -> bytes:
    try:
        content = zlib.decompressobj().decompress(data[start : start + most + 1024], most + 1)
    except zlib.error as error:
        raise Unusable("the objects of the repository are readable", error) from error
    if len(content) > most:
        raise Unusable(f"an object has at most {most} bytes", "more")
    return content


def _byte(data: bytes, place: int) -> int:
    if not 0 <= place < len(data):
        raise Unusable("the objects of the repository are whole", "one ends too early")
    return data[place]
