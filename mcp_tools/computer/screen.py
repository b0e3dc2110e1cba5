"""Pixels of the screen: capture through MIT-SHM, the cursor drawn in, PNG."""

from __future__ import annotations

import ctypes
import struct
import zlib
from dataclasses import dataclass
from typing import Any

import numpy as np
from isal import isal_zlib
from numpy.typing import NDArray
from PIL import Image
from Xlib import X
from Xlib.display import Display
from Xlib.protocol import rq

from mcp_tools.registry import ToolError
from mcp_tools.x11 import XConnection

_libc = ctypes.CDLL(None, use_errno=True)
_libc.shmat.restype = ctypes.c_void_p
_libc.shmat.argtypes = (ctypes.c_int, ctypes.c_void_p, ctypes.c_int)
_libc.shmget.argtypes = (ctypes.c_int, ctypes.c_size_t, ctypes.c_int)
_libc.shmdt.argtypes = (ctypes.c_void_p,)
_IPC_PRIVATE = 0
_IPC_RMID = 0
_PNG_LEVEL = 1
_UP_FILTER = 2


@dataclass(frozen=True, slots=True)
class Frame:
    """What the screen showed: the picture with the cursor drawn in, and the cursor's hot spot in pixels."""

    image: Image.Image
    cursor_x: int
    cursor_y: int


class Screen:
    """Takes pictures of the screen. May be used from several threads."""

    def __init__(self) -> None:
        self._segment: _Segment | None = None
        self._connection = XConnection(setup=self._attach)

    def size(self) -> tuple[int, int]:
        """Width and height in pixels."""
        return self._connection.query(_size)

    def capture(self) -> Frame:
        """What the screen shows now."""
        return self._connection.query(self._capture)

    def pixels(self) -> NDArray[np.uint32]:
        """The pixels shown now, height x width, without the cursor."""
        return self._connection.query(self._pixels)

    def _attach(self, display: Display) -> None:
        if self._segment is not None:
            self._segment.release()
            self._segment = None
        if not display.has_extension("XFIXES"):
            raise ToolError("the X server lacks XFIXES; start the guest's own X server")
        display.xfixes_query_version()

    def _capture(self, display: Display) -> Frame:
        width, height = _size(display)
        pixels = self._image(display, width, height)
        cursor = display.xfixes_get_cursor_image(display.screen().root)
        picture = Image.frombuffer("RGB", (width, height), pixels, "raw", "BGRX", 0, 1)
        _draw_cursor(picture, cursor)
        return Frame(picture, cursor.x, cursor.y)

    def _pixels(self, display: Display) -> NDArray[np.uint32]:
        width, height = _size(display)
        return np.frombuffer(self._image(display, width, height), np.uint32).reshape(height, width)

    def _image(self, display: Display, width: int, height: int) -> bytes:
        if self._segment is None or self._segment.size < width * height * 4:
            if self._segment is not None:
                self._segment.release()
            self._segment = _Segment(display, width * height * 4)
        return self._segment.get_image(display, width, height)


def png(image: Image.Image) -> bytes:
    """The image as PNG, lossless; ISA-L deflates a screenshot about ten times as fast as zlib."""
    width, height = image.size
    rows = np.frombuffer(image.tobytes(), np.uint8).reshape(height, width * 3)
    filtered = np.empty((height, 1 + width * 3), np.uint8)
    filtered[:, 0] = _UP_FILTER
    filtered[0, 1:] = rows[0]
    np.subtract(rows[1:], rows[:-1], out=filtered[1:, 1:])
    header = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    data = isal_zlib.compress(filtered.tobytes(), _PNG_LEVEL)
    return b"\x89PNG\r\n\x1a\n" + _chunk(b"IHDR", header) + _chunk(b"IDAT", data) + _chunk(b"IEND", b"")


def _chunk(kind: bytes, data: bytes) -> bytes:
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(data, zlib.crc32(kind)))


def _size(display: Display) -> tuple[int, int]:
    geometry = display.screen().root.get_geometry()
    return int(geometry.width), int(geometry.height)


def _draw_cursor(picture: Image.Image, cursor: Any) -> None:
    """Blend the cursor, whose pixels are ARGB with colours already multiplied by alpha."""
    left, top = cursor.x - cursor.xhot, cursor.y - cursor.yhot
    argb: NDArray[np.uint32] = np.array(cursor.cursor_image, np.uint32).reshape(cursor.height, cursor.width)
    x0, y0 = max(left, 0), max(top, 0)
    x1, y1 = min(left + cursor.width, picture.width), min(top + cursor.height, picture.height)
    if x0 >= x1 or y0 >= y1:
        return
    part = argb[y0 - top : y1 - top, x0 - left : x1 - left]
    colours = np.stack([(part >> shift) & 0xFF for shift in (16, 8, 0)], axis=-1)
    transparency = 255 - (part >> 24)[..., None]
    below = np.asarray(picture.crop((x0, y0, x1, y1)), np.uint32)
    blended = np.minimum(colours + (below * transparency + 127) // 255, 255).astype(np.uint8)
    picture.paste(Image.fromarray(blended, "RGB"), (x0, y0))


class _Segment:
    """A piece of memory shared with the X server."""

    def __init__(self, display: Display, size: int) -> None:
        self.size = size
        extension = display.query_extension("MIT-SHM")
        if extension is None:
            raise ToolError("the X server lacks MIT-SHM; start the guest's own X server")
        self._major = extension.major_opcode
        identifier = _libc.shmget(_IPC_PRIVATE, size, 0o600)
        if identifier < 0:
            raise ToolError(f"no shared memory of {size} bytes: errno {ctypes.get_errno()}")
        try:
            self._address = _libc.shmat(identifier, None, 0)
            self._xid = display.display.allocate_resource_id()
            _ShmAttach(
                display=display.display,
                opcode=self._major,
                segment=self._xid,
                identifier=identifier,
                read_only=0,
            )
            display.sync()
        finally:
            _libc.shmctl(identifier, _IPC_RMID, None)  # freed by the kernel when the last of both lets go
        self._memory = (ctypes.c_char * size).from_address(self._address)

    def get_image(self, display: Display, width: int, height: int) -> bytes:
        _ShmGetImage(
            display=display.display,
            opcode=self._major,
            drawable=display.screen().root.id,
            x=0, y=0, width=width, height=height,
            plane_mask=0xFFFF_FFFF, format=X.ZPixmap, segment=self._xid, offset=0,
        )  # fmt: skip
        return bytes(memoryview(self._memory)[: width * height * 4])

    def release(self) -> None:
        del self._memory
        _libc.shmdt(self._address)


class _ShmAttach(rq.Request):
    _request = rq.Struct(
        rq.Card8("opcode"),
        rq.Opcode(1),
        rq.RequestLength(),
        rq.Card32("segment"),
        rq.Card32("identifier"),
        rq.Bool("read_only"),
        rq.Pad(3),
    )


class _ShmGetImage(rq.ReplyRequest):
    _request = rq.Struct(
        rq.Card8("opcode"),
        rq.Opcode(4),
        rq.RequestLength(),
        rq.Drawable("drawable"),
        rq.Int16("x"),
        rq.Int16("y"),
        rq.Card16("width"),
        rq.Card16("height"),
        rq.Card32("plane_mask"),
        rq.Card8("format"),
        rq.Pad(3),
        rq.Card32("segment"),
        rq.Card32("offset"),
    )
    _reply = rq.Struct(
        rq.ReplyCode(),
        rq.Card8("depth"),
        rq.Card16("sequence_number"),
        rq.ReplyLength(),
        rq.Card32("visual"),
        rq.Card32("size"),
        rq.Pad(16),
    )
