"""Seeded changes of well-formed input: of its bytes, and inside its container, so that they reach the inner parser."""

from __future__ import annotations

import binascii
import contextlib
import gzip
import io
import json
import struct
import tarfile
import zipfile
import zlib
from collections.abc import Callable, Sequence
from random import Random
from typing import Any, Final, Literal

Form = Literal["bytes", "json", "lines", "zip", "png", "gzip", "tar"]
"""What input is made of: plain bytes, a JSON value, lines of JSON, or a container."""

LARGEST: Final = 1 << 16
"""Longest input, in bytes."""
_TOKENS: Final = (
    b"\0", b"\xff", b"\x1b[2J", b"\x1b]0;x\x07", "\u202e".encode(), "\ud800".encode("utf-8", "surrogatepass"),
    b"-1", b"0", b"1e999", b"NaN", b"Infinity", b"99999999999999999999", b"9" * 5000, b"\xef\xbb\xbf",
    b"<", b">", b"&", b'"', b"'", b"\\", b"\\u0000", b"\\ud800", b"{", b"}", b"[", b"]", b"[[[[[[[[", b",", b":",
    b"null", b"true", b"%00", b"%s", b"../", b"/etc/passwd", b"file:///etc/passwd", b"http://127.0.0.1:9/",
    b"<!DOCTYPE x [<!ENTITY a SYSTEM 'file:///etc/passwd'>]>", b"&a;", b"<![CDATA[", b"]]>", b"<!--", b"/*", b"//",
    b"\r\n", b"\n", b"\t", b" ", b"=", b"=cmd|' /C calc'!A0", b"<script>alert(1)</script>", b"obj", b"endobj",
    b"stream", b"/Length", b"/Kids", b"/Filter", b"<<", b">>", b"R",
)  # fmt: skip
_VALUES: Final = (
    None, True, False, 0, -1, 1, 2**31, 2**63, -(2**63), 10**30, 10**400, 0.5, -0.0, 1e308,
    float("nan"), float("inf"), float("-inf"), "", "\0", "x" * 3000, "\x1b[31m", "\u202e", "\ud800", "9" * 5000,
    "<script>alert(1)</script>", "../../etc/passwd", "=1+1", "NaN", "1e999", "-0", [], {}, [[]], [{}], {"": None},
    [None] * 50,
)  # fmt: skip
_INTEGERS: Final = (0, 1, 0x7F, 0x80, 0xFF, 0x7FFF, 0xFFFF, 0x7FFFFFFF, 0x80000000, 0xFFFFFFFF)


def mutate(data: bytes, form: Form, others: Sequence[bytes], random: Random) -> bytes:
    """The input with one to several changes, at most LARGEST bytes; `others` are spliced into it."""
    inside = _INSIDE.get(form)
    if inside is not None and random.random() < 0.8:
        # A container that an earlier change damaged has no inside.
        with contextlib.suppress(ValueError, KeyError, OSError, EOFError, *_DAMAGED):
            return inside(data, random)[:LARGEST]
    return _bytes(data, others, random)[:LARGEST]


def _bytes(data: bytes, others: Sequence[bytes], random: Random) -> bytes:
    changed = bytearray(data)
    for _ in range(1 + min(int(random.expovariate(0.5)), 12)):
        at = random.randrange(len(changed) + 1)
        to = min(len(changed), at + 1 + int(random.expovariate(0.05)))
        match random.randrange(10):
            case 0 if at < len(changed):
                changed[at] ^= 1 << random.randrange(8)
            case 1:
                changed[at:at] = random.choice(_TOKENS)
            case 2:
                changed[at:to] = random.choice(_TOKENS)
            case 3:
                del changed[at:to]
            case 4:
                changed[at:at] = changed[at:to] * random.choice((1, 2, 20))
            case 5:
                del changed[at:]
            case 6:
                code = random.choice(("<B", "<H", ">H", "<I", ">I"))
                value = random.choice(_INTEGERS) & (256 ** struct.calcsize(code) - 1)
                changed[at : at + struct.calcsize(code)] = struct.pack(code, value)
            case 7:
                changed[at:to] = random.randbytes(to - at)
            case 8 if others:
                other = random.choice(others)
                start = random.randrange(len(other) + 1)
                changed[at:to] = other[start : start + 1 + int(random.expovariate(0.01))]
            case _:
                piece = changed[at:to]
                del changed[at:to]
                place = random.randrange(len(changed) + 1)
                changed[place:place] = piece
        del changed[LARGEST:]
    return bytes(changed)


def _json(data: bytes, random: Random) -> bytes:
    value = json.loads(data)
    for _ in range(random.choice((1, 1, 2, 4))):
        value = _value(value, random)
    return json.dumps(value, ensure_ascii=random.random() < 0.5).encode("utf-8", "surrogatepass")


def _value(value: Any, random: Random) -> Any:
    """The value with one node anywhere in it replaced, removed, doubled or renamed."""
    if isinstance(value, dict) and value and random.random() < 0.9:
        key = random.choice(list(value))
        if random.random() < 0.08:
            return {name: item for name, item in value.items() if name != key}
        if random.random() < 0.05:
            return {**value, random.choice(("", "x", "\x1b", "__proto__", f"{key}2")): value[key]}
        return {**value, key: _value(value[key], random)}
    if isinstance(value, list) and value and random.random() < 0.9:
        place = random.randrange(len(value))
        if random.random() < 0.15:
            return [*value[:place], *([value[place]] * random.choice((0, 2, 40))), *value[place + 1 :]]
        return [*value[:place], _value(value[place], random), *value[place + 1 :]]
    if random.random() < 0.05:
        for _ in range(random.choice((3, 30, 300))):
            value = [value] if random.random() < 0.5 else {"children": value}
        return value
    if isinstance(value, str) and random.random() < 0.5:
        return _bytes(value.encode("utf-8", "replace"), (), random).decode("utf-8", "replace")
    return random.choice(_VALUES)


def _lines(data: bytes, random: Random) -> bytes:
    lines = data.split(b"\n")
    place = random.randrange(len(lines))
    changed = _json(lines[place], random).replace(b"\n", b" ") if lines[place] else b""
    return b"\n".join([*lines[:place], changed, *lines[place + random.choice((0, 1, 1, 1)) :]])


def _zip(data: bytes, random: Random) -> bytes:
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        members = {name: archive.read(name) for name in archive.namelist()}
    # the members that hold the document itself more often than the others
    inner = [
        name for name in members if name.endswith(("content.xml", "document.xml", "sheet1.xml", "slide1.xml"))
    ]
    name = random.choice(inner if inner and random.random() < 0.6 else list(members))
    if random.random() < 0.05:
        del members[name]
    else:
        members[name] = (_markup if random.random() < 0.7 else _plain)(members[name], random)
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w", zipfile.ZIP_DEFLATED) as archive:
        for member, content in members.items():
            archive.writestr(member, content)
    return stream.getvalue()


def _plain(data: bytes, random: Random) -> bytes:
    return _bytes(data, (), random)


def _markup(data: bytes, random: Random) -> bytes:
    """XML that mostly stays well-formed: a value of an attribute, a text or an element's place is changed."""
    quotes = [place for place, byte in enumerate(data) if byte == 0x22]
    tags = [place for place, byte in enumerate(data) if byte == 0x3C]
    if quotes and random.random() < 0.7:
        place = random.randrange(len(quotes) - 1) if len(quotes) > 1 else 0
        end = quotes[min(place + 1, len(quotes) - 1)]
        token = random.choice(_TOKENS).translate(None, b'<>&"\0')
        return data[: quotes[place] + 1] + token + data[end:]
    if len(tags) > 3:
        start, end = sorted(random.sample(tags, 2))
        piece = data[start:end]
        return (
            data[:end]
            + piece * random.choice((0, 1, 3, 30))
            + data[end + len(piece) * random.choice((0, 1)) :]
        )
    return _bytes(data, (), random)


def _png(data: bytes, random: Random) -> bytes:
    chunks, at = [], 8
    while at + 12 <= len(data):
        (size,) = struct.unpack_from(">I", data, at)
        chunks.append((data[at + 4 : at + 8], data[at + 8 : at + 8 + size]))
        at += 12 + size
    place = random.randrange(len(chunks))
    kind, content = chunks[place]
    match random.randrange(4):
        case 0:
            chunks[place] = (kind, _bytes(content, (), random))
        case 1:
            chunks.insert(place, (random.choice((b"tEXt", b"zTXt", b"iTXt", b"iCCP", b"PLTE", b"acTL", b"fcTL",
                                                 b"eXIf", b"IHDR", b"IDAT", b"tRNS", b"gAMA", b"pHYs")),
                                  zlib.compress(content) if random.random() < 0.5 else content))  # fmt: skip
        case 2:
            chunks[place] = (random.choice((b"tRNS", b"iTXt", b"IDAT", b"IEND", b"abcd")), content)
        case _:
            chunks.append(chunks.pop(place))
    return data[:8] + b"".join(
        struct.pack(">I", len(content)) + kind + content + struct.pack(">I", binascii.crc32(kind + content))
        for kind, content in chunks
    )


def _gzip(data: bytes, random: Random) -> bytes:
    text = gzip.decompress(data)
    inner = _lines(text, random) if random.random() < 0.7 else _bytes(text, (), random)
    return gzip.compress(inner, 1, mtime=0)


def _tar(data: bytes, random: Random) -> bytes:
    changed = bytearray(data)
    headers = [at for at in range(0, len(changed) - 511, 512) if changed[at + 257 : at + 262] == b"ustar"]
    at = random.choice(headers)
    header = changed[at : at + 512]
    field, size = random.choice(((0, 100), (100, 8), (124, 12), (136, 12), (156, 1), (157, 100), (345, 155)))
    value = random.choice((b"L", b"K", b"x", b"g", b"S", b"1", b"2", b"3", b"6", b"\x80" + b"\xff" * 11, b"-1",
                           b"7" * 12, b"../x", b"/x", b"\xff" * 20, b"\0", random.randbytes(size)))  # fmt: skip
    header[field : field + size] = value[:size].ljust(size, b"\0")
    header[148:156] = b" " * 8
    header[148:156] = b"%06o\0 " % sum(header)
    changed[at : at + 512] = header
    return bytes(changed) if random.random() < 0.8 else _bytes(bytes(changed), (), random)


_INSIDE: Final[dict[Form, Callable[[bytes, Random], bytes]]] = {
    "json": _json,
    "lines": _lines,
    "zip": _zip,
    "png": _png,
    "gzip": _gzip,
    "tar": _tar,
}
_DAMAGED: Final = (
    zipfile.BadZipFile, zlib.error, struct.error, tarfile.TarError, IndexError, RecursionError,
    NotImplementedError, RuntimeError,
)  # fmt: skip
