"""Reading a GIF's structure without decoding its pictures: a long one is large."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import BinaryIO

_EXTENSION, _PICTURE, _END = b"!", b",", b";"
_GRAPHIC_CONTROL = b"\xf9"


@dataclass(frozen=True, slots=True)
class GifContent:
    """Size in pixels, number of frames, seconds that they are shown; `complete` if the file has its end mark."""

    width: int
    height: int
    frames: int
    seconds: float
    complete: bool


def read_gif(path: Path) -> GifContent:
    """Read the structure of a GIF; of a file that is none or that breaks off, what is there."""
    with path.open("rb") as file:
        header = file.read(13).ljust(13, b"\0")
        width, height = (int.from_bytes(header[at : at + 2], "little") for at in (6, 8))
        _skip_colours(file, header[10])
        frames = hundredths = 0
        while (mark := file.read(1)) not in (_END, b""):
            if mark == _EXTENSION and file.read(1) == _GRAPHIC_CONTROL:
                hundredths += int.from_bytes(file.read(5)[2:4], "little")
            elif mark == _PICTURE:
                frames += 1
                _skip_colours(file, file.read(9).ljust(9, b"\0")[8])
                file.read(1)
            _skip_blocks(file)
    return GifContent(width, height, frames, round(hundredths / 100, 2), mark == _END)


def _skip_colours(file: BinaryIO, flags: int) -> None:
    if flags & 0x80:
        file.seek(3 << ((flags & 7) + 1), 1)


def _skip_blocks(file: BinaryIO) -> None:
    while length := int.from_bytes(file.read(1), "little"):
        file.seek(length, 1)
