"""Keys, levels and groups: from the bytes of a reply of the X Keyboard Extension to the way a symbol is typed."""

from __future__ import annotations

import struct

import pytest
from Xlib import XK

from mcp_tools.computer.keyboard_layout import KeyboardLayout, Stroke
from mcp_tools.computer.xkb import parse_map

SHIFT, LOCK, NUM, LEVEL3 = 1, 2, 16, 128
SHIFT_KEY, LEVEL3_KEY, NUM_KEY, S_KEY, SEVEN_KEY, FIVE_KEY, EMPTY_KEY = range(10, 17)
ONE, ALPHABETIC, KEYPAD, FOUR = range(4)
TYPES = [
    (0, []),
    (SHIFT | LOCK, [(SHIFT, 1), (LOCK, 1)]),
    (SHIFT | NUM, [(NUM, 1)]),
    (SHIFT | LEVEL3, [(SHIFT, 1), (LEVEL3, 2), (SHIFT | LEVEL3, 3)]),
]
RUSSIAN_S, RUSSIAN_CAPITAL_S = 0x6D9, 0x6F9
KEYS: dict[int, tuple[list[int], list[list[int]], int]] = {
    SHIFT_KEY: ([ONE], [[XK.XK_Shift_L]], 0),
    LEVEL3_KEY: ([ONE], [[XK.string_to_keysym("ISO_Level3_Shift")]], 0),
    NUM_KEY: ([ONE], [[XK.XK_Num_Lock]], 0),
    S_KEY: ([ALPHABETIC, ALPHABETIC], [[ord("s"), ord("S")], [RUSSIAN_S, RUSSIAN_CAPITAL_S]], 0),
    SEVEN_KEY: ([ALPHABETIC, FOUR], [[ord("7"), ord("&"), 0, 0], [ord("7"), ord("/"), ord("{"), 0]], 0),
    FIVE_KEY: ([KEYPAD], [[XK.XK_KP_Begin, XK.XK_KP_5]], 0),
    EMPTY_KEY: ([], [], 0),
}


def reply(keys: dict[int, tuple[list[int], list[list[int]], int]] = KEYS) -> bytes:
    """What follows the eighth byte of the reply to GetMap, as XKBproto defines it."""
    types = b""
    for index, (mask, entries) in enumerate(TYPES):
        preserves = index == KEYPAD
        types += struct.pack("<BBHBBBx", mask, mask, 0, 4, len(entries), preserves)
        types += b"".join(struct.pack("<BBBBHxx", 1, mods, level, mods, 0) for mods, level in entries)
        types += bytes(4 * len(entries)) if preserves else b""
    symbols = b""
    for kinds, rows, flags in keys.values():
        width = len(rows[0]) if rows else 0
        flat = [symbol for row in rows for symbol in row]
        symbols += struct.pack("<4BBBH", *[*kinds, 0, 0, 0, 0][:4], flags | len(rows), width, len(flat))
        symbols += struct.pack(f"<{len(flat)}I", *flat)
    modifiers = bytes([SHIFT_KEY, SHIFT, LEVEL3_KEY, LEVEL3, NUM_KEY, NUM, 0, 0])
    header = struct.pack(
        "<2xBBHBBBBHBBHBBBBBBBBBBBBBxH",
        *(min(keys), max(keys), 7, 0, len(TYPES), len(TYPES), min(keys), len(symbols) // 4, len(keys)),
        *(0, 0, 0, 0, 0, 0, 0, 0, 0, SHIFT_KEY, 3, 3, 0, 0, 0, 0),
    )
    return header + types + symbols + modifiers


@pytest.fixture
def layout() -> KeyboardLayout:
    return parse_map(reply())


def test_modifiers_and_empty_keys_are_read(layout: KeyboardLayout) -> None:
    assert layout.modifiers == {SHIFT_KEY: SHIFT, LEVEL3_KEY: LEVEL3, NUM_KEY: NUM}
    assert layout.num_lock == NUM
    assert [code for code in layout.keys if layout.is_empty(code)] == [EMPTY_KEY]


@pytest.mark.parametrize(
    ("group", "symbol", "stroke"),
    [
        (0, ord("s"), Stroke(S_KEY)),
        (0, ord("S"), Stroke(S_KEY, (SHIFT_KEY,))),
        (0, ord("/"), None),
        (0, RUSSIAN_S, None),
        (1, RUSSIAN_S, Stroke(S_KEY)),
        (1, RUSSIAN_CAPITAL_S, Stroke(S_KEY, (SHIFT_KEY,))),
        (1, ord("s"), None),
        (1, ord("7"), Stroke(SEVEN_KEY)),
        (1, ord("/"), Stroke(SEVEN_KEY, (SHIFT_KEY,))),
        (1, ord("{"), Stroke(SEVEN_KEY, (LEVEL3_KEY,))),
        (1, XK.XK_KP_Begin, Stroke(FIVE_KEY)),
        (1, XK.XK_KP_5, Stroke(FIVE_KEY, locks=NUM)),
    ],
)
def test_a_symbol_is_typed_as_the_active_group_has_it(
    layout: KeyboardLayout, group: int, symbol: int, stroke: Stroke | None
) -> None:
    assert layout.strokes(group, locks=0).get(symbol) == stroke


def test_num_lock_stays_on_for_keys_that_do_not_mind(layout: KeyboardLayout) -> None:
    strokes = layout.strokes(0, locks=NUM | LOCK)
    assert strokes[ord("s")] == Stroke(S_KEY, locks=NUM)
    assert strokes[XK.XK_KP_5] == Stroke(FIVE_KEY, locks=NUM)
    assert strokes[XK.XK_KP_Begin] == Stroke(FIVE_KEY, locks=0)


def test_other_groups_have_the_keys_of_shortcuts(layout: KeyboardLayout) -> None:
    strokes = layout.strokes_in_other_groups(1, locks=0)
    assert strokes[ord("s")] == Stroke(S_KEY)
    assert RUSSIAN_S not in strokes


@pytest.mark.parametrize(("flags", "symbol"), [(0x00, ord("s")), (0x40, RUSSIAN_S), (0x80 | 0x10, RUSSIAN_S)])
def test_a_group_that_a_key_has_not_is_another_of_its_own(flags: int, symbol: int) -> None:
    kinds, rows, _ = KEYS[S_KEY]
    key = parse_map(reply({**KEYS, S_KEY: (kinds, rows, flags)})).keys[S_KEY]
    assert key.symbol(2, 0) == symbol
