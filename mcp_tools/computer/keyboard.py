"""Pressing keys through XTEST, whatever the layout has on its keys and which of its groups is active.

A keysym that no key carries is put on a spare keycode and stays there: an application looks a key up when it
gets round to the event, so a keycode may change its meaning only after all earlier events were handled.
"""

from __future__ import annotations

import itertools
import time
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager, nullcontext
from dataclasses import dataclass

from Xlib import X
from Xlib.display import Display
from Xlib.error import BadWindow, CatchError
from Xlib.ext import xtest
from Xlib.protocol.event import MappingNotify

from mcp_tools import activity
from mcp_tools.computer import keysyms, xkb
from mcp_tools.computer.keyboard_layout import KeyboardLayout, Stroke
from mcp_tools.computer.ping import (
    application_answers,
    wait_until_events_handled,
    window_manager_answers,
)
from mcp_tools.registry import ToolError

TAKEN_SECONDS = 0.5
"""How long to wait for a busy application to take a press; it gets the next one all the same."""
_SPARE_LEVELS = 4
"""A spare keycode carries its keysym on two levels of two groups, so that Shift and layouts do not matter."""


@dataclass(frozen=True, slots=True)
class _Chord:
    """Keycodes in the order in which they are pressed, and the locks that are on meanwhile; None: as they are.

    `codes` are all its keys; `missing` leaves out modifier keys that are down already, which stay so.
    """

    codes: list[int]
    missing: list[int]
    locks: int | None


@dataclass(frozen=True, slots=True)
class _Keys:
    """How the first `count` symbols are typed, and the locks that are on meanwhile."""

    strokes: dict[int, Stroke]
    count: int
    locks: int


class Keyboard:
    """The keyboard of one X connection; its user holds the connection exclusively."""

    def __init__(self) -> None:
        self._used: dict[int, int] = {}
        """Spare keycodes taken, and when each was last pressed, in presses."""
        self._presses = itertools.count(1)

    @contextmanager
    def hold_keys(self, display: Display, names: tuple[str, ...]) -> Iterator[list[int]]:
        """Hold keys down, in order, and give their keycodes; they are released in any case."""
        chord = self._chord(display, names)
        with _locks(display, chord.locks), _press_keys(display, chord.missing):
            yield chord.codes

    def down(self, display: Display, names: tuple[str, ...]) -> None:
        """Press keys, in order, and leave them down."""
        chord = self._chord(display, names)
        with _locks(display, chord.locks):
            for code in chord.codes:
                xtest.fake_input(display, X.KeyPress, code)
        display.sync()
        activity.mark()

    def up(self, display: Display, names: tuple[str, ...]) -> None:
        """Release keys, the last one first, whoever pressed them."""
        for code in reversed(self._chord(display, names).codes):
            xtest.fake_input(display, X.KeyRelease, code)
        display.sync()
        activity.mark()

    def hold(self, display: Display, names: tuple[str, ...], seconds: float) -> None:
        """Hold keys down for a time; the X server repeats the last one, as a keyboard's keys do."""
        with self.hold_keys(display, names):
            display.sync()
            time.sleep(seconds)

    def press(self, display: Display, names: tuple[str, ...], repeat: int = 1) -> None:
        """Press keys together and release them, `repeat` times.

        Each press waits until the one before was taken: LibreOffice merges presses that pile up.
        """
        for _ in range(repeat):
            with self.hold_keys(display, names):
                pass
            application_answers(display, TAKEN_SECONDS)

    def type(self, display: Display, text: str, *, release_modifiers: bool = True) -> None:
        """Type text, under no modifier key that is down, unless `release_modifiers` is false, and no lock.

        Raises ToolError, before anything is typed, for a character that cannot be typed.
        """
        symbols = [
            keysyms.of_character(character) for character in text.replace("\r\n", "\n").replace("\r", "\n")
        ]
        with _release_modifiers(display) if release_modifiers else nullcontext():
            start = 0
            while start < len(symbols):
                keys = self._keys_for_start(display, symbols[start:], chord=False)
                down = _modifiers_down(display)
                with _locks(display, keys.locks):
                    for symbol in symbols[start : start + keys.count]:
                        stroke = keys.strokes[symbol]
                        held = [code for code in stroke.held if code not in down]
                        with _press_keys(display, [*held, stroke.keycode], sync=False):
                            pass
                display.sync()
                start += keys.count

    def release_all(self, display: Display) -> None:
        """Release every key that is down, whoever left it so."""
        for keycode in _keys_down(display):
            xtest.fake_input(display, X.KeyRelease, keycode)
        display.sync()

    def _chord(self, display: Display, names: tuple[str, ...]) -> _Chord:
        symbols = keysyms.of_chord(names)
        keys = self._keys_for_start(display, symbols, chord=True)
        if keys.count < len(symbols):
            raise ToolError(f"only {keys.count} of {len(symbols)} keys can be pressed together; press fewer")
        strokes = [keys.strokes[symbol] for symbol in symbols]
        codes = [stroke.keycode for stroke in strokes]
        codes = [*{code: None for stroke in strokes for code in stroke.held if code not in codes}, *codes]
        down = _modifiers_down(display)
        missing = [code for code in codes if code not in down]
        return _Chord(codes, missing, None if keysyms.LOCKS.intersection(symbols) else keys.locks)

    def _keys_for_start(self, display: Display, symbols: Sequence[int], *, chord: bool) -> _Keys:
        """Keys for as many of the first symbols as there are keycodes for.

        In a chord, a symbol that the active group does not have is the key that has it in another group, as on a
        Russian keyboard the key with S is pressed for Ctrl+S, if the chord is a shortcut.
        """
        layout, state = xkb.layout(display), xkb.state(display)
        present = layout.strokes(state.group, state.locked)
        locks = state.locked & layout.num_lock
        if not chord:
            present = {symbol: stroke for symbol, stroke in present.items() if stroke.locks == locks}
        elif not keysyms.SHORTCUT_MODIFIERS.isdisjoint([*symbols, *_modifiers_down(display).values()]):
            present = layout.strokes_in_other_groups(state.group, locks) | present
        spare = [code for code in layout.keys if layout.is_empty(code) or _is_spare(layout, code)]
        spare.sort(key=lambda code: self._used.get(code, 0))
        keys: dict[int, Stroke] = {}
        changes: dict[int, int] = {}
        count = 0
        for symbol in symbols:
            if symbol not in keys:
                if symbol not in present:
                    spare = [code for code in spare if code not in {key.keycode for key in keys.values()}]
                    if not spare:
                        break
                    code = spare.pop(0)
                    changes[code] = symbol
                    present = {old: key for old, key in present.items() if key.keycode != code}
                    present[symbol] = Stroke(code, locks=locks)
                keys[symbol] = present[symbol]
            count += 1
        if not count and symbols:
            raise ToolError(f"the keyboard has no free keycode for keysym {symbols[0]:#x}")
        self._change(display, layout, changes)
        for key in keys.values():
            if key.keycode in changes or key.keycode in self._used:
                self._used[key.keycode] = next(self._presses)
        return _Keys(keys, count, next((key.locks for key in keys.values() if key.locks != locks), locks))

    def _change(self, display: Display, layout: KeyboardLayout, changes: dict[int, int]) -> None:
        """Put keysyms on spare keycodes."""
        if not changes:
            return
        if not all(map(layout.is_empty, changes)):
            wait_until_events_handled(display)
        for code, symbol in changes.items():
            display.change_keyboard_mapping(code, [[symbol] * _SPARE_LEVELS])
        _announce_mapping(display)
        display.sync()
        # Chromium may read the first key after a change by the old mapping, and the window manager binds its
        # shortcuts anew.
        application_answers(display, TAKEN_SECONDS)
        window_manager_answers(display, TAKEN_SECONDS)


def _announce_mapping(display: Display) -> None:
    """Tell every application with a window that keys have changed.

    The X server tells only those that select it. Chromium does not, and a page gets "\\0" as the key.
    """
    root, server = display.screen().root, display.display.info
    windows = root.get_full_property(display.intern_atom("_NET_CLIENT_LIST"), X.AnyPropertyType)
    first, count = server.min_keycode, server.max_keycode - server.min_keycode + 1
    message = MappingNotify(request=X.MappingKeyboard, first_keycode=first, count=count)
    # Without an event mask the event goes to the application that made the window; one window each is enough.
    of_application = {
        window & ~server.resource_id_mask: window for window in (windows.value if windows else ())
    }
    for window in of_application.values():
        target = display.create_resource_object("window", window)
        target.send_event(message, event_mask=X.NoEventMask, onerror=CatchError(BadWindow))


def _is_spare(layout: KeyboardLayout, keycode: int) -> bool:
    """Whether a keycode is as a server of ours left it: one character on every level."""
    rows = layout.keys[keycode].symbols
    symbol = rows[0][0]
    character = 0x20 < symbol <= 0xFF or 0x0100_0000 < symbol < 0x0200_0000
    return character and all(len(row) > 1 and set(row) == {symbol} for row in rows)


def _keys_down(display: Display) -> list[int]:
    down = display.query_keymap()
    return [keycode for keycode in range(8, 256) if down[keycode // 8] >> (keycode % 8) & 1]


def _modifiers_down(display: Display) -> dict[int, int]:
    """The modifier keys that are down, without those of locks, and their keysyms."""
    down = _keys_down(display)
    if not down:
        return {}
    layout, group = xkb.layout(display), xkb.state(display).group
    symbols = {code: layout.keys[code].symbol(group, 0) for code in down if code in layout.modifiers}
    return {code: symbol for code, symbol in symbols.items() if symbol in keysyms.MODIFIERS}


@contextmanager
def _release_modifiers(display: Display) -> Iterator[None]:
    """Release the modifier keys that are down, and press them again afterwards."""
    before = _modifiers_down(display)
    for code in reversed(list(before)):
        xtest.fake_input(display, X.KeyRelease, code)
    # A key that is down on another keyboard as well, such as a viewer's, stays down.
    still_down = _modifiers_down(display)
    try:
        yield
    finally:
        for code in before:
            if code not in still_down:
                xtest.fake_input(display, X.KeyPress, code)
        display.sync()


@contextmanager
def _locks(display: Display, wanted: int | None) -> Iterator[None]:
    """Have these locks on and no other, and those of before afterwards; None leaves them."""
    before = xkb.state(display).locked
    if wanted is None or wanted == before:
        yield
        return
    xkb.set_locks(display, wanted)
    try:
        yield
    finally:
        xkb.set_locks(display, before)
        display.sync()


@contextmanager
def _press_keys(display: Display, codes: Iterable[int], *, sync: bool = True) -> Iterator[None]:
    down: list[int] = []
    try:
        for code in codes:
            xtest.fake_input(display, X.KeyPress, code)
            down.append(code)
        yield
    finally:
        for code in reversed(down):
            xtest.fake_input(display, X.KeyRelease, code)
        if sync:
            display.sync()
        activity.mark()
