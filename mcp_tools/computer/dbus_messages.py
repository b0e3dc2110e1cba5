"""Messages of D-Bus as bytes: calls written, replies read.

Format: https://dbus.freedesktop.org/doc/dbus-specification.html#message-protocol. In little-endian byte order only,
which is that of every machine that a guest runs on.
"""

from __future__ import annotations

import struct
from collections.abc import Iterator
from functools import cache
from typing import Any, Final, NamedTuple

from mcp_tools.computer.dbus_values import NUMBERS, UINT32, ValueFormatError, read_values

MAX_BYTES: Final = 2**27
"""The longest message that D-Bus allows."""
METHOD_CALL: Final = 1
METHOD_RETURN: Final = 2
_NO_AUTO_START: Final = 2
_VERSION: Final = 1
_PATH, _INTERFACE, _METHOD, _REPLY_SERIAL, _DESTINATION, _SIGNATURE = 1, 2, 3, 5, 6, 8
_FIXED: Final = struct.Struct("<4B3I")
_TEXT_FIELD: Final = struct.Struct("<B2sxI")
_SIGNATURE_FIELD: Final = struct.Struct("<B2sxB")
_PADDING: Final = [bytes(-size % 8) for size in range(8)]


class Call(NamedTuple):
    """A call of a method; `arguments` of the types `i`, `u`, `s` and `o` in `signature`."""

    path: str
    interface: str
    method: str
    signature: str = ""
    arguments: tuple[Any, ...] = ()


class Message(NamedTuple):
    """A message received.

    Attributes:
        kind: METHOD_RETURN or another of D-Bus's types of messages.
        reply_serial: The serial number of the call that it answers; 0 if none.
        values: Of a method's return, else none. Equal returns share them: they must not be changed.
    """

    kind: int
    reply_serial: int
    values: tuple[Any, ...]


def write_call(call: Call, serial: int, destination: str = "") -> bytes:
    """The bytes of a call; `destination` is a bus name, empty on a connection without a bus."""
    fields = _fields(destination, call.interface, call.method, call.signature)
    body = _body(call.signature, call.arguments) if call.signature else b""
    path = call.path.encode()
    size = len(fields) + _TEXT_FIELD.size + len(path) + 1
    fixed = _FIXED.pack(ord("l"), METHOD_CALL, _NO_AUTO_START, _VERSION, len(body), serial, size)
    place = _TEXT_FIELD.pack(_PATH, b"\1o", len(path))
    return b"".join((fixed, fields, place, path, b"\0", _PADDING[size % 8], body))


@cache
def _fields(destination: str, interface: str, method: str, signature: str) -> bytes:
    """A call's header fields but for the path, which comes last."""
    fields = b""
    for code, text in ((_INTERFACE, interface), (_METHOD, method), (_DESTINATION, destination)):
        if text:
            fields += _TEXT_FIELD.pack(code, b"\1s", len(text)) + text.encode("ascii") + b"\0"
            fields += _PADDING[len(fields) % 8]
    if signature:
        fields += (
            _SIGNATURE_FIELD.pack(_SIGNATURE, b"\1g", len(signature)) + signature.encode("ascii") + b"\0"
        )
    return fields + _PADDING[len(fields) % 8]


@cache
def _body(signature: str, arguments: tuple[Any, ...]) -> bytes:
    body = b""
    for code, value in zip(signature, arguments, strict=True):
        body += bytes(-len(body) % 4)
        if code in "so":
            text = value.encode()
            body += UINT32.pack(len(text)) + text + b"\0"
        else:
            body += NUMBERS[code].pack(value)
    return body


def messages(data: bytes) -> Iterator[tuple[Message, int]]:
    """The whole messages at the start of `data`, each with where it ends. Raises ValueFormatError."""
    start = 0
    while len(data) - start >= _FIXED.size:
        order, kind, _, version, body_size, _, fields_size = _FIXED.unpack_from(data, start)
        body = start + _FIXED.size + fields_size + -fields_size % 8
        end = body + body_size
        if order != ord("l") or version != _VERSION or end - start > MAX_BYTES:
            raise ValueFormatError("not a message of D-Bus in little-endian byte order")
        if end > len(data):
            return
        reply_serial, signature = _header(data[start + _FIXED.size : body], fields_size)
        yield (
            Message(kind, reply_serial, _values(signature, data[body:end]) if kind == METHOD_RETURN else ()),
            end,
        )
        start = end


def _header(fields: bytes, size: int) -> tuple[int, bytes]:
    """What a message answers, and the signature of its body."""
    reply_serial, signature = 0, b""
    position = 0
    try:
        while position < size:
            code, kind = fields[position], fields[position + 2]
            position += 4
            if kind == ord("g"):
                length = fields[position]
                if code == _SIGNATURE:
                    signature = fields[position + 1 : position + 1 + length]
                position += length + 2
            else:
                (number,) = UINT32.unpack_from(fields, position)
                if code == _REPLY_SERIAL:
                    reply_serial = number
                position += 4 if kind == ord("u") else number + 5
            position += -position % 8
    except (struct.error, IndexError) as error:
        raise ValueFormatError(f"the header of a message is malformed: {error}") from error
    return reply_serial, signature


@cache
def _values(signature: bytes, body: bytes) -> tuple[Any, ...]:
    """Many elements give equal answers: each is read once."""
    return read_values(signature.decode("ascii", "replace"), body)
