"""JSON lines in one gzip stream that may end anywhere: written line by line, read as far as they go."""

from __future__ import annotations

import json
import zlib
from collections.abc import Iterator
from pathlib import Path
from typing import Any, BinaryIO

from controller.records.bounded import VALUES_LIMIT, count_values, open_plain

LIMIT = 100 * 2**20
"""Most bytes that a file unpacks to: a small one of somebody else may hold any number."""
_CHUNK = 2**16


class GzipLines:
    """A new file, written a line at a time; each is in the operating system's hands when `add` returns."""

    def __init__(self, path: Path) -> None:
        self._file: BinaryIO = path.open("xb", buffering=0)
        self._compress = zlib.compressobj(6, wbits=31)

    def add(self, line: Any) -> None:
        text = json.dumps(line, ensure_ascii=False, separators=(",", ":")) + "\n"
        data = self._compress.compress(text.encode("utf-8", "backslashreplace"))
        self._write(data + self._compress.flush(zlib.Z_SYNC_FLUSH))

    def close(self) -> None:
        if not self._file.closed:
            with self._file:
                self._write(self._compress.flush())

    def _write(self, data: bytes) -> None:
        view = memoryview(data)
        while view:
            view = view[self._file.write(view) :]


def read_gzip_lines(path: Path) -> list[Any]:
    """The whole lines of a file, also of one cut short. Raises OSError; ValueError when it is damaged."""
    lines: list[Any] = []
    size = values = 0
    rest: list[bytes] = []
    for piece in _unpack(path):
        size += len(piece)
        if size > LIMIT:
            raise ValueError(f"it unpacks to over {LIMIT} bytes")
        *ended, last = piece.split(b"\n")
        for end in ended:
            line = b"".join([*rest, end])
            rest = []
            values += 1 + count_values(line)
            if values > VALUES_LIMIT:
                raise ValueError(f"it has over {VALUES_LIMIT} values")
            lines.append(_parse(line))
        rest.append(last)
    return lines


def read_first_gzip_line(path: Path) -> Any:
    """The first line of a file, without reading the rest; None if it has no whole line.

    Raises OSError; ValueError when it is damaged.
    """
    line = bytearray()
    for piece in _unpack(path):
        start, newline, _rest = piece.partition(b"\n")
        line += start
        if len(line) > LIMIT:
            raise ValueError(f"its first line has over {LIMIT} bytes")
        if newline:
            if count_values(bytes(line)) > VALUES_LIMIT:
                raise ValueError(f"its first line has over {VALUES_LIMIT} values")
            return _parse(bytes(line))
    return None


def _unpack(path: Path) -> Iterator[bytes]:
    """The content, in pieces of at most _CHUNK bytes. Raises OSError; ValueError when it is damaged."""
    decompress = zlib.decompressobj(wbits=31)
    try:
        with open_plain(path) as file:
            while packed := file.read(_CHUNK):
                while packed and not decompress.eof:
                    yield decompress.decompress(packed, _CHUNK)
                    packed = decompress.unconsumed_tail
    except zlib.error as error:
        raise ValueError(str(error)) from error


def _parse(line: bytes) -> Any:
    try:
        return json.loads(line)
    except RecursionError as error:
        raise ValueError("a line is nested too deep") from error
