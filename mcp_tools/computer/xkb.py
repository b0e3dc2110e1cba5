"""The X Keyboard Extension, as far as typing needs it: state, locks, and what the keys carry (XKBproto, chapter 16)."""

from __future__ import annotations

import struct
from dataclasses import dataclass
from typing import Any

from Xlib.display import Display
from Xlib.protocol import rq

from mcp_tools.computer.keyboard_layout import Key, KeyboardLayout, KeyType
from mcp_tools.registry import ToolError

_EXTENSION = "XKEYBOARD"
_CORE_KEYBOARD = 0x100
_ALL_MODIFIERS = 0xFF
_TYPES, _SYMBOLS, _MODIFIERS = 1, 2, 4
_MAP_HEADER = struct.Struct("<7xBxB2xB12xB6x")
"""Number of types, first keycode, number of keys, number of keys with modifiers."""
_TYPE = struct.Struct("<B4xBBx")
"""Mask, number of entries, whether as many entries of preserved modifiers follow."""
_ENTRY = struct.Struct("<BBB5x")
"""Whether it is active, modifiers, level."""
_PRESERVED_SIZE = 4
_KEY = struct.Struct("<4BBBH")
"""Types of the groups, group information, width, number of symbols."""


class _UseExtension(rq.ReplyRequest):
    _request = rq.Struct(
        rq.Card8("opcode"), rq.Opcode(0), rq.RequestLength(), rq.Card16("major"), rq.Card16("minor")
    )
    _reply = rq.Struct(
        rq.ReplyCode(), rq.Bool("supported"), rq.Card16("sequence_number"), rq.ReplyLength(), rq.Pad(24)
    )


class _GetState(rq.ReplyRequest):
    _request = rq.Struct(rq.Card8("opcode"), rq.Opcode(4), rq.RequestLength(), rq.Card16("device"), rq.Pad(2))
    _reply = rq.Struct(
        rq.ReplyCode(),
        rq.Card8("device"),
        rq.Card16("sequence_number"),
        rq.ReplyLength(),
        rq.Card8("modifiers"),
        rq.Card8("base_modifiers"),
        rq.Card8("latched_modifiers"),
        rq.Card8("locked_modifiers"),
        rq.Card8("group"),
        rq.Pad(19),
    )


class _LatchLockState(rq.Request):
    _request = rq.Struct(
        rq.Card8("opcode"),
        rq.Opcode(5),
        rq.RequestLength(),
        rq.Card16("device"),
        rq.Card8("affected_locks"),
        rq.Card8("locks"),
        rq.Pad(8),
    )


class _GetMap(rq.ReplyRequest):
    _request = rq.Struct(
        rq.Card8("opcode"),
        rq.Opcode(8),
        rq.RequestLength(),
        rq.Card16("device"),
        rq.Card16("full"),
        rq.Pad(20),
    )
    _reply = rq.Struct(
        rq.ReplyCode(), rq.Card8("device"), rq.Card16("sequence_number"), rq.ReplyLength(), rq.Binary("data")
    )


@dataclass(frozen=True, slots=True)
class KeyboardState:
    """Which group of the layout is active, and the real modifiers that are locked."""

    group: int
    locked: int


def state(display: Display) -> KeyboardState:
    reply = _GetState(display=display.display, opcode=_opcode(display), device=_CORE_KEYBOARD)
    return KeyboardState(reply.group, reply.locked_modifiers)


def set_locks(display: Display, locked: int) -> None:
    """Lock these real modifiers and no other."""
    _LatchLockState(
        display=display.display,
        opcode=_opcode(display),
        device=_CORE_KEYBOARD,
        affected_locks=_ALL_MODIFIERS,
        locks=locked,
    )


def layout(display: Display) -> KeyboardLayout:
    """What each key carries in every group and level."""
    reply = _GetMap(
        display=display.display,
        opcode=_opcode(display),
        device=_CORE_KEYBOARD,
        full=_TYPES | _SYMBOLS | _MODIFIERS,
    )
    return parse_map(bytes(reply.data))


def parse_map(data: bytes) -> KeyboardLayout:
    """Read the reply of GetMap with types, symbols and modifier map, from its ninth byte on."""
    type_count, first_key, key_count, modifier_count = _MAP_HEADER.unpack_from(data)
    offset = _MAP_HEADER.size
    types = []
    for _ in range(type_count):
        mask, entry_count, preserves = _TYPE.unpack_from(data, offset)
        offset += _TYPE.size
        end = offset + entry_count * _ENTRY.size
        entries = _ENTRY.iter_unpack(data[offset:end])
        types.append(KeyType(mask, {modifiers: level for active, modifiers, level in entries if active}))
        offset = end + (entry_count * _PRESERVED_SIZE if preserves else 0)
    keys = {}
    for keycode in range(first_key, first_key + key_count):
        *type_indices, groups, width, count = _KEY.unpack_from(data, offset)
        offset += _KEY.size
        symbols = struct.unpack_from(f"<{count}I", data, offset)
        offset += 4 * count
        rows = tuple(symbols[start : start + width] for start in range(0, count, width or 1))
        keys[keycode] = Key(tuple(types[index] for index in type_indices[: len(rows)]), rows, groups)
    pairs = data[offset : offset + 2 * modifier_count]
    return KeyboardLayout(keys, dict(zip(pairs[::2], pairs[1::2], strict=True)))


def _opcode(display: Display) -> int:
    """The extension's number on this connection, on which it is set up at first use. Raises ToolError without it."""
    connection: Any = display.display
    try:
        return int(connection.get_extension_major(_EXTENSION))
    except KeyError:
        pass
    extension = display.query_extension(_EXTENSION)
    if extension is None or not extension.present:
        raise ToolError("the X server has no keyboard extension (XKEYBOARD), so that no key can be pressed")
    connection.set_extension_major(_EXTENSION, extension.major_opcode)
    _UseExtension(display=connection, opcode=extension.major_opcode, major=1, minor=0)
    return int(extension.major_opcode)
