"""What the keys of a layout type, and how a symbol is typed by them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from Xlib import XK

XK.load_keysym_group("xkb")
_SHIFT, _LEVEL3, _NUM_LOCK = (
    XK.string_to_keysym(name) for name in ("Shift_L", "ISO_Level3_Shift", "Num_Lock")
)
_CLAMP, _REDIRECT = 0x40, 0x80
"""What a key does in a group that it has not; without these it counts its own groups round."""


@dataclass(frozen=True, slots=True)
class KeyType:
    """Which real modifiers choose the level of a key, and which level each combination of them chooses, if not 0."""

    mask: int
    levels: dict[int, int]


@dataclass(frozen=True, slots=True)
class Key:
    """For each group of a key its type and its keysyms, one a level; `group_info` as in the X Keyboard Extension."""

    types: tuple[KeyType, ...]
    symbols: tuple[tuple[int, ...], ...]
    group_info: int

    def symbol(self, group: int, modifiers: int) -> int:
        """The keysym in this group with these real modifiers; 0 for none."""
        if not self.symbols:
            return 0
        index = self._own_group(group)
        kind = self.types[index]
        level = kind.levels.get(modifiers & kind.mask, 0)
        row = self.symbols[index]
        return row[level] if level < len(row) else 0

    def _own_group(self, group: int) -> int:
        count = len(self.symbols)
        if group < count:
            return group
        if self.group_info & _CLAMP:
            return count - 1
        if self.group_info & _REDIRECT:
            target = self.group_info >> 4 & 0x03
            return target if target < count else 0
        return group % count


@dataclass(frozen=True, slots=True)
class Stroke:
    """A key, the modifier keys to hold while it is pressed, and the locks that are on meanwhile."""

    keycode: int
    held: tuple[int, ...] = ()
    locks: int = 0


@dataclass(frozen=True, slots=True)
class KeyboardLayout:
    """The keys by keycode, and the real modifiers that keys set."""

    keys: dict[int, Key]
    modifiers: dict[int, int]

    @property
    def num_lock(self) -> int:
        """The real modifier of Num Lock; 0 if no key has it."""
        keycode = self._keycode(_NUM_LOCK, group=0)
        return 0 if keycode is None else self.modifiers[keycode]

    def is_empty(self, keycode: int) -> bool:
        return not any(map(any, self.keys[keycode].symbols))

    def strokes_in_other_groups(self, group: int, locks: int) -> dict[int, Stroke]:
        """The key of each keysym that another group has on its lowest level."""
        strokes: dict[int, Stroke] = {}
        for other in range(max((len(key.symbols) for key in self.keys.values()), default=0)):
            for keycode, key in self.keys.items():
                symbol = key.symbol(other, 0)
                if symbol and other != group:
                    strokes.setdefault(symbol, Stroke(keycode, locks=locks))
        return strokes

    def strokes(self, group: int, locks: int) -> dict[int, Stroke]:
        """How each keysym is typed in a group, with as few modifiers as possible.

        Of the locks, Num Lock may be on or off, and is changed only for keysyms that need it.
        """
        strokes: dict[int, Stroke] = {}
        for held, mask, locked in self._combinations(group, locks & self.num_lock):
            for keycode, key in self.keys.items():
                symbol = key.symbol(group, mask | locked)
                if symbol:
                    strokes.setdefault(symbol, Stroke(keycode, held, locked))
        return strokes

    def _combinations(self, group: int, locks: int) -> Iterator[tuple[tuple[int, ...], int, int]]:
        """Keys to hold, their modifiers, locks."""
        shift, level3 = self._keycode(_SHIFT, group), self._keycode(_LEVEL3, group)
        for keys in ((), (shift,), (level3,), (shift, level3)):
            held = tuple(key for key in keys if key is not None)
            if len(held) == len(keys):
                mask = sum(self.modifiers[key] for key in held)
                yield held, mask, locks
                yield held, mask, locks ^ self.num_lock

    def _keycode(self, symbol: int, group: int) -> int | None:
        """The first modifier key that has a keysym on its lowest level."""
        return next(
            (
                code
                for code in self.modifiers
                if code in self.keys and self.keys[code].symbol(group, 0) == symbol
            ),
            None,
        )
