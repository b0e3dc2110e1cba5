"""What a person does with mouse and keyboard, as VNC messages and as actions.

Positions are native pixels. A press and a release in one place are a click, further apart a drag; clicks that
follow each other closely are a double or triple click; characters in a row are typed text; turns of the wheel in
one place are one scroll. Moving the pointer alone is no action.
"""

from __future__ import annotations

import struct
from dataclasses import dataclass

from controller.core.actions import Action, Button, Click, Drag, Key, Point, Scroll, TypeText

NEAR = 5
"""Pixels that a click may tremble."""
MULTIPLE_SECONDS = 0.5
"""Between the clicks of a double click."""
SCROLL_SECONDS = 1.0
"""Between turns of the wheel that are one scroll."""
LONGEST_PATH = 20

_BUTTONS: dict[int, Button] = {0: "left", 1: "middle", 2: "right"}
_WHEEL = {3: (0, -1), 4: (0, 1), 5: (-1, 0), 6: (1, 0)}
_MODIFIERS = {
    0xFFE1: "shift", 0xFFE2: "shift", 0xFFE3: "ctrl", 0xFFE4: "ctrl", 0xFFE7: "alt", 0xFFE8: "alt", 0xFFE9: "alt",
    0xFFEA: "alt", 0xFFEB: "super", 0xFFEC: "super", 0xFE03: "ISO_Level3_Shift",
}  # fmt: skip
_SILENT = frozenset({"shift", "ctrl", "ISO_Level3_Shift"})
"""Modifiers that do nothing when tapped alone."""
_NAMES = {
    0xFF08: "BackSpace", 0xFF09: "Tab", 0xFF0D: "Return", 0xFF13: "Pause", 0xFF1B: "Escape", 0xFF50: "Home",
    0xFF51: "Left", 0xFF52: "Up", 0xFF53: "Right", 0xFF54: "Down", 0xFF55: "Page_Up", 0xFF56: "Page_Down",
    0xFF57: "End", 0xFF61: "Print", 0xFF63: "Insert", 0xFF67: "Menu", 0xFF7F: "Num_Lock", 0xFF8D: "KP_Enter",
    0xFFE5: "Caps_Lock", 0xFFFF: "Delete", 0xFE20: "Tab",
    **{0xFFBE + number: f"F{number + 1}" for number in range(12)},
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class KeyInput:
    """A key pressed or released; `keysym` is X's."""

    time: float
    down: bool
    keysym: int


@dataclass(frozen=True, slots=True)
class PointerInput:
    """Where the pointer is and which buttons are held, bit 0 the left one; bits 3 to 6 are the wheel."""

    time: float
    x: int
    y: int
    buttons: int


Input = KeyInput | PointerInput


def read_input(message: bytes, time: float) -> Input | None:
    """A message of a VNC client as input, None when it is none (a clipboard, a size)."""
    if message[0] == 4:
        down, keysym = struct.unpack(">xBxxI", message)
        return KeyInput(time, bool(down), keysym)
    if message[0] == 255 and message[1] == 0:  # with the key's place on the keyboard too
        down, keysym, _ = struct.unpack(">xxHII", message)
        return KeyInput(time, bool(down), keysym)
    if message[0] == 5:
        buttons, x, y = struct.unpack(">xBHH", message)
        return PointerInput(time, x, y, buttons)
    return None


@dataclass(slots=True)
class _Press:
    """A button held down, and where the pointer has been since."""

    button: int
    path: list[tuple[int, int]]


class Gestures:
    """Input in, actions out. `pointer` is where the pointer was last."""

    def __init__(self) -> None:
        self.pointer: tuple[int, int] | None = None
        self._actions: list[Action] = []
        self._last = 0.0
        self._held: list[str] = []
        self._alone = ""
        self._press: _Press | None = None
        self.buttons = 0
        """Those held now, as `PointerInput` has them."""

    @property
    def waiting(self) -> int:
        """How many actions there are to take."""
        return len(self._actions)

    @property
    def busy(self) -> bool:
        """Whether something is held down: what is meant is not known yet."""
        return self._press is not None or bool(self._held)

    def add(self, event: Input) -> None:
        if isinstance(event, KeyInput):
            self._key(event)
        else:
            self._point(event)

    def take(self) -> list[Action]:
        """The actions so far; they are not returned again, nor continued."""
        actions, self._actions = self._actions, []
        return actions

    def _key(self, event: KeyInput) -> None:
        modifier = _MODIFIERS.get(event.keysym)
        if modifier:
            self._modifier(modifier, event)
        elif event.down:
            self._alone = ""
            self._press_key(event)

    def _modifier(self, name: str, event: KeyInput) -> None:
        if event.down:
            if name not in self._held:
                self._held.append(name)
                self._alone = name
        elif name in self._held:
            self._held.remove(name)
            if self._alone == name and name not in _SILENT:
                self._note(Key(keys=(name,), repeat=1), event.time)
            self._alone = ""

    def _press_key(self, event: KeyInput) -> None:
        character = _character(event.keysym)
        chord = [name for name in self._held if name != "ISO_Level3_Shift"]
        last = self._actions[-1] if self._actions else None
        if character and not {*chord} - {"shift"}:  # Shift is in the character
            if isinstance(last, TypeText):
                self._actions[-1] = TypeText(text=last.text + character)
                self._last = event.time
            else:
                self._note(TypeText(text=character), event.time)
            return
        name = "space" if character == " " else character or _NAMES.get(event.keysym, f"0x{event.keysym:04x}")
        keys = (*chord, name)
        if isinstance(last, Key) and last.keys == keys and last.repeat < 100:
            self._actions[-1] = Key(keys=keys, repeat=last.repeat + 1)
            self._last = event.time
        else:
            self._note(Key(keys=keys, repeat=1), event.time)

    def _point(self, event: PointerInput) -> None:
        self.pointer = (event.x, event.y)
        changed, self.buttons = self.buttons ^ event.buttons, event.buttons
        if self._press is not None:
            self._press.path.append((event.x, event.y))
        for bit in range(7):
            if not changed >> bit & 1:
                continue
            down = bool(event.buttons >> bit & 1)
            if bit in _WHEEL and down:
                self._alone = ""
                self._scroll(event, *_WHEEL[bit])
            elif bit in _BUTTONS and down and self._press is None:
                self._alone = ""
                self._press = _Press(bit, [(event.x, event.y)])
            elif bit in _BUTTONS and not down and self._press is not None and self._press.button == bit:
                press, self._press = self._press, None
                self._release(press, event.time)

    def _release(self, press: _Press, time: float) -> None:
        start, modifiers, button = press.path[0], tuple(self._held), _BUTTONS[press.button]
        if any(not _near(start, place) for place in press.path):
            points = tuple(Point(x=x, y=y) for x, y in _thin(press.path))
            self._note(Drag(path=points, button=button, modifiers=modifiers), time)
            return
        last = self._actions[-1] if self._actions else None
        if (
            isinstance(last, Click)
            and last.button == button
            and last.modifiers == modifiers
            and last.count < 3
            and _near((last.x, last.y), start)
            and time - self._last <= MULTIPLE_SECONDS
        ):
            self._actions[-1] = last.model_copy(update={"count": last.count + 1})
            self._last = time
        else:
            self._note(Click(x=start[0], y=start[1], button=button, count=1, modifiers=modifiers), time)

    def _scroll(self, event: PointerInput, dx: int, dy: int) -> None:
        modifiers = tuple(self._held)
        last = self._actions[-1] if self._actions else None
        if (
            isinstance(last, Scroll)
            and last.modifiers == modifiers
            and _near((last.x, last.y), (event.x, event.y))
            and event.time - self._last <= SCROLL_SECONDS
            and max(abs(last.dx + dx), abs(last.dy + dy)) <= 100
        ):
            self._actions[-1] = last.model_copy(update={"dx": last.dx + dx, "dy": last.dy + dy})
            self._last = event.time
        else:
            self._note(Scroll(x=event.x, y=event.y, dx=dx, dy=dy, modifiers=modifiers), event.time)

    def _note(self, action: Action, time: float) -> None:
        self._actions.append(action)
        self._last = time


def _character(keysym: int) -> str:
    """What a keysym types, "" when it is no character."""
    if 0x20 <= keysym <= 0x7E or 0xA0 <= keysym <= 0xFF:
        return chr(keysym)
    if 0x0100_0020 <= keysym <= 0x0110_FFFF and not 0xD800 <= keysym - 0x0100_0000 <= 0xDFFF:
        return chr(keysym - 0x0100_0000)
    if 0xFFB0 <= keysym <= 0xFFB9:  # of the keypad
        return chr(keysym - 0xFF80)
    return {0xFFAA: "*", 0xFFAB: "+", 0xFFAD: "-", 0xFFAE: ".", 0xFFAF: "/", 0x20AC: "€"}.get(keysym, "")


def _near(one: tuple[int, int], other: tuple[int, int]) -> bool:
    return max(abs(one[0] - other[0]), abs(one[1] - other[1])) <= NEAR


def _thin(path: list[tuple[int, int]]) -> list[tuple[int, int]]:
    """At most `LONGEST_PATH` places of a path, its ends among them."""
    places = [place for at, place in enumerate(path) if at == 0 or place != path[at - 1]]
    if len(places) <= LONGEST_PATH:
        return places
    step = (len(places) - 1) / (LONGEST_PATH - 1)
    return [places[round(index * step)] for index in range(LONGEST_PATH)]
