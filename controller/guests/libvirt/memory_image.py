"""A machine's memory as a file to map, taken out of QEMU's migration stream, whose rest stays a stream.

QEMU maps the file privately, so that machines share what none of them has changed. The pages that a stream does not
hold stay as they are in the QEMU that reads it. Format: `ram_save_setup` and `ram_save_page` in migration/ram.c.
"""

from __future__ import annotations

import mmap
import os
import re
import struct
from pathlib import Path
from typing import BinaryIO

PAGE_BYTES = 4096
_SECTION = re.compile(rb"\x01(....)\x03ram\0\0\0\0\0\0\0\x04", re.DOTALL)
"""How the memory's section begins: its number, name, instance and version. The machine's description precedes it."""
_DESCRIPTION_BYTES = 4096
_PART, _END, _COMMAND, _FOOTER = 2, 3, 8, 0x7E
_ZEROS, _SIZES, _BYTES, _LAST, _SAME_BLOCK = 0x02, 0x04, 0x08, 0x10, 0x20
_PAGES_A_WRITE = 1000
"""The system writes at most 1,024 pieces by one call."""


class UnknownStreamError(Exception):
    """QEMU has written its stream in another form than is known here."""


def split_memory(stream: Path, block: str, image: Path, rest: Path) -> None:
    """Replace a stream by the pages of a block of memory, as a file in which zeros are holes, and the rest of it.

    Raises UnknownStreamError, OSError; the stream is as before then, and there are no other files.
    """
    try:
        with stream.open("rb") as source, _create(image) as pages, _create(rest) as out:
            data = memoryview(mmap.mmap(source.fileno(), 0, access=mmap.ACCESS_READ))
            _Splitter(data, block.encode(), pages.fileno(), out).split()
    except BaseException as error:
        image.unlink(missing_ok=True)
        rest.unlink(missing_ok=True)
        if isinstance(error, IndexError | ValueError | struct.error):
            raise UnknownStreamError(f"the form of QEMU's stream is not known: {error}") from error
        raise
    stream.unlink()


def _create(file: Path) -> BinaryIO:
    return os.fdopen(os.open(file, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb")


class _Splitter:
    """`data` is the stream; `image` gets the pages of `block`, `out` all else.

    Raises IndexError, ValueError, struct.error for a stream of another form.
    """

    def __init__(self, data: memoryview, block: bytes, image: int, out: BinaryIO) -> None:
        self._data = data
        self._block = block
        self._image = image
        self._out = out
        self._size = 0
        self._last_name = b""
        self._written = bytearray()
        self._pending: list[memoryview] = []
        self._pending_from = 0

    def split(self) -> None:
        begin = _SECTION.search(self._data[:_DESCRIPTION_BYTES])
        if begin is None:
            raise ValueError("no section of memory")
        position = self._read_sizes(begin.end())
        self._out.write(self._data[:position])
        kind = _PART
        while True:
            position = self._read_records(position)
            footer = bytes(self._data[position : position + 5])
            if footer != bytes([_FOOTER]) + begin[1]:
                raise ValueError("a section has no end")
            self._out.write(footer)
            position += 5
            if kind == _END:
                break
            position = self._copy_commands(position)
            kind, head = self._data[position], bytes(self._data[position : position + 5])
            if kind not in (_PART, _END) or head[1:] != begin[1]:
                raise ValueError(f"section {head.hex()} amid the memory")
            self._out.write(head)
            position += 5
        self._flush()
        self._out.write(self._data[position:])

    def _copy_commands(self, position: int) -> int:
        """Copy commands between sections, as QEMU from 9.2 on has them; returns what follows them."""
        while self._data[position] == _COMMAND:
            _, length = struct.unpack_from(">HH", self._data, position + 1)
            end = position + 5 + length
            self._out.write(self._data[position:end])
            position = end
        return position

    def _read_sizes(self, position: int) -> int:
        """Read the blocks' sizes and make the image as large as its own; returns what follows them."""
        total, position = self._word(position)
        if total % PAGE_BYTES != _SIZES:
            raise ValueError("no sizes")
        left = total - _SIZES
        while left > 0:
            name, position = self._name(position)
            size, position = self._word(position)
            left -= size
            if name == self._block:
                self._size = size
        if left or not self._size:
            raise ValueError("the sizes of the blocks")
        os.ftruncate(self._image, self._size)
        self._written = bytearray(self._size // PAGE_BYTES)
        return position

    def _read_records(self, position: int) -> int:
        """Read a section's pages; returns what follows them."""
        name = self._last_name
        while True:
            word, position = self._word(position)
            flags = word % PAGE_BYTES
            if flags == _LAST:
                self._last_name = name
                self._out.write(struct.pack(">Q", word))
                return position
            if not flags & _SAME_BLOCK:
                name, position = self._name(position)
            kind = flags & ~_SAME_BLOCK
            if kind not in (_ZEROS, _BYTES) or not name:
                raise ValueError(f"record {flags:#x}")
            end = position + (PAGE_BYTES if kind == _BYTES else 1)
            if name != self._block:
                self._out.write(struct.pack(">QB", word - flags + kind, len(name)) + name)
                self._out.write(self._data[position:end])
            elif kind == _BYTES:
                self._keep(word - flags, self._data[position:end])
            elif self._data[position]:
                raise ValueError("a page of something else than zeros")
            elif self._written[word // PAGE_BYTES]:
                self._keep(word - flags, memoryview(bytes(PAGE_BYTES)))
            position = end

    def _keep(self, address: int, page: memoryview) -> None:
        if len(page) != PAGE_BYTES:
            raise ValueError("a page is cut off")
        self._written[address // PAGE_BYTES] = 1
        if (
            address != self._pending_from + len(self._pending) * PAGE_BYTES
            or len(self._pending) == _PAGES_A_WRITE
        ):
            self._flush()
            self._pending_from = address
        self._pending.append(page)

    def _flush(self) -> None:
        at, left = self._pending_from, self._pending
        while left:
            written = os.pwritev(self._image, left, at)
            if written % PAGE_BYTES:
                raise OSError("a page was written in part: the disk is full")
            at, left = at + written, left[written // PAGE_BYTES :]
        self._pending = []

    def _word(self, position: int) -> tuple[int, int]:
        (word,) = struct.unpack_from(">Q", self._data, position)
        return word, position + 8

    def _name(self, position: int) -> tuple[bytes, int]:
        end = position + 1 + self._data[position]
        return bytes(self._data[position + 1 : end]), end
