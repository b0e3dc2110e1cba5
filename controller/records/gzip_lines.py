"""JSON lines in one gzip stream that may end anywhere: written line by line, read as far as they go."""

from __future__ import annotations

import json
import zlib
from pathlib import Path
from typing import Any, BinaryIO

LIMIT = 256 * 2**20
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
    data = path.read_bytes()
    try:
        decompress = zlib.decompressobj(wbits=31)
        text = decompress.decompress(data, LIMIT)
    except zlib.error as error:
        raise ValueError(str(error)) from error
    if decompress.unconsumed_tail:
        raise ValueError(f"it unpacks to over {LIMIT} bytes")
    *whole, _rest = text.split(b"\n")
    return [json.loads(line) for line in whole]


def read_first_gzip_line(path: Path) -> Any:
    """The first line of a file, without reading the rest; None if it has no whole line.

    Raises OSError; ValueError when it is damaged.
    """
    decompress = zlib.decompressobj(wbits=31)
    text = b""
    try:
        with path.open("rb") as file:
            while b"\n" not in text and (chunk := file.read(_CHUNK)):
                text += decompress.decompress(chunk, LIMIT)
                if len(text) >= LIMIT:
                    raise ValueError(f"its first line has over {LIMIT} bytes")
    except zlib.error as error:
        raise ValueError(str(error)) from error
    line, newline, _rest = text.partition(b"\n")
    return json.loads(line) if newline else None
