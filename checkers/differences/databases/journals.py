"""What SQLite keeps in files beside a database until it writes it there, merged in memory.

SQLite itself would write files to do it, and open and delete those that a journal names.
"""

from __future__ import annotations

import struct
from collections.abc import Iterator

from checkers.differences.databases.database_tree import MAX_BYTES, SIGNATURE
from checkers.evidence import Unusable

_MODE_PLACE, _WAL_MODE = 18, b"\2\2"
_WAL_HEADER = struct.Struct(">8I")
"""Magic number, version, size of a page, number of the checkpoint, two salts, two checksums."""
_FRAME_HEADER = struct.Struct(">6I")
"""Number of the page, pages of the database after a commit or 0, two salts, two checksums."""
_WAL_MAGIC = 0x377F0682
"""With the lowest bit set, checksums are of big-endian words."""
_JOURNAL_MAGIC = bytes.fromhex("d9d505f920a163d7")
_JOURNAL_HEADER = struct.Struct(">8s5I")
"""Magic number, records, start of their checksums, pages of the database before, sizes of a sector and of a page."""
_TO_THE_END = 0xFFFF_FFFF
_CHECKED = 200
"""A record's checksum adds up each 200th byte of the page."""


def merge_journals(data: bytes, name: str, *, wal: bytes = b"", journal: bytes = b"") -> bytes:
    """Return a database with what the files beside it change in it. What of them is not whole has no effect.

    Args:
        data: The database.
        name: Its name, for messages.
        wal: The content of the file beside it that ends in "-wal": what was written and is not in the database yet.
        journal: The content of the file beside it that ends in "-journal": what an interrupted write is undone with.

    Raises Unusable if they are too large.
    """
    if (size := len(data) + len(wal) + len(journal)) > MAX_BYTES:
        raise Unusable(f"{name} has at most {MAX_BYTES} bytes", size)
    if not data.startswith(SIGNATURE):
        return data
    merged = bytearray(data)
    _roll_back(merged, journal)
    if merged[_MODE_PLACE : _MODE_PLACE + 2] == _WAL_MODE:
        _write_frames(merged, wal)
    return bytes(merged)


def _write_frames(database: bytearray, wal: bytes) -> None:
    """Write the pages of all commits of a WAL."""
    waiting: list[tuple[int, bytes]] = []
    for number, pages, page in _frames(wal):
        waiting.append((number, page))
        if pages:
            for place, content in waiting:
                _write_page(database, place, content)
            _resize(database, pages * len(page))
            waiting = []


def _frames(wal: bytes) -> Iterator[tuple[int, int, bytes]]:
    """Yield the frames up to the first that is not whole: number of the page, pages after a commit or 0, the page."""
    if len(wal) < _WAL_HEADER.size:
        return
    magic, _, size, _, *salts, first, second = _WAL_HEADER.unpack_from(wal)
    order = ">" if magic & 1 else "<"
    sums = _checksums(wal[: _WAL_HEADER.size - 8], order, (0, 0))
    if magic & ~1 != _WAL_MAGIC or not _is_page_size(size) or sums != (first, second):
        return
    for start in range(_WAL_HEADER.size, len(wal) - size - _FRAME_HEADER.size + 1, size + _FRAME_HEADER.size):
        number, pages, *frame_salts, first, second = _FRAME_HEADER.unpack_from(wal, start)
        page = wal[start + _FRAME_HEADER.size : start + _FRAME_HEADER.size + size]
        sums = _checksums(wal[start : start + 8] + page, order, sums)
        if frame_salts != salts or sums != (first, second):
            return
        yield number, pages, page


def _checksums(data: bytes, order: str, sums: tuple[int, int]) -> tuple[int, int]:
    first, second = sums
    for one, other in struct.iter_unpack(f"{order}2I", data):
        first = (first + one + second) & 0xFFFF_FFFF
        second = (second + other + first) & 0xFFFF_FFFF
    return first, second


def _roll_back(database: bytearray, journal: bytes) -> None:
    """Write the pages that a journal saved back, and cut off those that were added."""
    start = 0
    while len(journal) - start >= _JOURNAL_HEADER.size:
        magic, records, seed, pages, sector, size = _JOURNAL_HEADER.unpack_from(journal, start)
        if magic != _JOURNAL_MAGIC or not _is_page_size(size) or not _is_page_size(sector):
            return
        place, step = start + sector, size + 8
        if records == _TO_THE_END:
            records = (len(journal) - place) // step
        for _ in range(records):
            page = journal[place + 4 : place + 4 + size]
            if (
                len(journal) < place + step
                or _journal_checksum(page, seed) != journal[place + step - 4 : place + step]
            ):
                break
            _write_page(database, int.from_bytes(journal[place : place + 4], "big"), page)
            place += step
        _resize(database, pages * size)
        start = -(-place // sector) * sector


def _journal_checksum(page: bytes, seed: int) -> bytes:
    checked = sum(page[place] for place in range(len(page) - _CHECKED, 0, -_CHECKED))
    return ((seed + checked) & 0xFFFF_FFFF).to_bytes(4, "big")


def _write_page(database: bytearray, number: int, page: bytes) -> None:
    place = (number - 1) * len(page)
    if place < 0 or place + len(page) > MAX_BYTES:
        raise Unusable(f"a database has at most {MAX_BYTES} bytes", f"page {number} of {len(page)} bytes")
    if len(database) < place:
        database.extend(bytes(place - len(database)))
    database[place : place + len(page)] = page


def _resize(database: bytearray, size: int) -> None:
    if size > MAX_BYTES:
        raise Unusable(f"a database has at most {MAX_BYTES} bytes", size)
    del database[size:]


def _is_page_size(size: int) -> bool:
    return 512 <= size <= 65536 and size & (size - 1) == 0
