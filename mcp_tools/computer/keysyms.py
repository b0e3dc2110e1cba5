"""Key names to X keysyms."""

from __future__ import annotations

import difflib
from functools import cache

from Xlib import XK

from mcp_tools.registry import ToolError

_ALIASES = {
    "ctrl": "Control_L", "control": "Control_L", "shift": "Shift_L", "alt": "Alt_L", "option": "Alt_L",
    "super": "Super_L", "meta": "Super_L", "win": "Super_L", "windows": "Super_L", "cmd": "Super_L",
    "command": "Super_L", "altgr": "ISO_Level3_Shift", "enter": "Return", "esc": "Escape", "del": "Delete",
    "ins": "Insert", "back": "BackSpace", "bksp": "BackSpace", "pageup": "Prior", "pgup": "Prior",
    "page_up": "Prior", "pagedown": "Next", "pgdn": "Next", "pgdown": "Next", "page_down": "Next",
    "arrowup": "Up", "arrowdown": "Down", "arrowleft": "Left", "arrowright": "Right", "uparrow": "Up",
    "downarrow": "Down", "leftarrow": "Left", "rightarrow": "Right", "capslock": "Caps_Lock",
    "caps": "Caps_Lock", "numlock": "Num_Lock", "scrolllock": "Scroll_Lock", "printscreen": "Print",
    "prtsc": "Print", "prtscr": "Print", "spacebar": "space", "menu": "Menu", "contextmenu": "Menu",
    "apps": "Menu", "volumeup": "XF86AudioRaiseVolume", "volumedown": "XF86AudioLowerVolume",
    "volumemute": "XF86AudioMute", "playpause": "XF86AudioPlay", "dash": "minus", "hyphen": "minus",
    "dot": "period", "tilde": "asciitilde", "backtick": "grave", "quote": "apostrophe",
    "doublequote": "quotedbl", "hash": "numbersign",
}  # fmt: skip
for _group in ("xkb", "xf86"):
    XK.load_keysym_group(_group)
_MODIFIERS = frozenset(
    f"{name}_{side}" for name in ("Control", "Shift", "Alt", "Super", "Meta", "Hyper") for side in "LR"
) | {"ISO_Level3_Shift"}
MODIFIERS = frozenset(XK.string_to_keysym(name) for name in _MODIFIERS)
SHORTCUT_MODIFIERS = frozenset(
    XK.string_to_keysym(name) for name in _MODIFIERS if not name.startswith(("Shift", "ISO"))
)
"""The modifiers that make a key a shortcut: with the others it types another character."""
LOCKS = frozenset(
    XK.string_to_keysym(name)
    for name in ("Caps_Lock", "Shift_Lock", "Num_Lock", "ISO_Lock", "ISO_Level3_Lock", "ISO_Level5_Lock")
)
_CONTROL_CHARACTERS = {"\n": "Return", "\t": "Tab"}


def of_character(character: str) -> int:
    """The keysym that types one character of text; a newline is Return, a tab is Tab.

    Raises ToolError for characters that no key can type.
    """
    if character in _CONTROL_CHARACTERS:
        return XK.string_to_keysym(_CONTROL_CHARACTERS[character])
    point = ord(character)
    if 0x20 <= point <= 0x7E or 0xA0 <= point <= 0xFF:
        return point
    if point < 0xA0 or 0xD800 <= point <= 0xDFFF:
        raise ToolError(f"the character U+{point:04X} cannot be typed; press keys with computer.key instead")
    return 0x0100_0000 + point


def of_chord(keys: tuple[str, ...]) -> list[int]:
    """The keysyms of keys pressed together; each is a key's name, a character, or several joined by "+".

    A capital letter beside Control, Alt or Super is the key itself: Shift is not pressed with it.
    Raises ToolError for unknown names, with close matches.
    """
    names = [name for key in keys for name in _split(key)]
    shortcut = any(
        _canonical(name) in _MODIFIERS and not _canonical(name).startswith("Shift") for name in names
    )
    if shortcut:
        names = [name.lower() if len(name) == 1 else name for name in names]
    return [of_name(name) for name in names]


def of_name(name: str) -> int:
    """The keysym of one key. Raises ToolError for an unknown name, with close matches."""
    if len(name) == 1:
        return of_character(name)
    keysym = _keysyms().get(_canonical(name)) or _keysyms().get(_names_by_lower_case().get(name.lower(), ""))
    if keysym:
        return keysym
    close = difflib.get_close_matches(name.lower(), {*_ALIASES, *_names_by_lower_case()}, n=3, cutoff=0.6)
    names = [_names_by_lower_case().get(match, match) for match in close]
    hint = (
        f"did you mean {' or '.join(names)}?"
        if names
        else "use X keysym names such as Return, Page_Down, F5, a"
    )
    raise ToolError(f"there is no key called {name!r}; {hint}")


def _split(key: str) -> list[str]:
    if len(key) < 2 or "+" not in key:
        return [key]
    if key.endswith("++"):
        return [*_split(key[:-2]), "+"]
    return [part.strip() for part in key.split("+") if part.strip()]


def _canonical(name: str) -> str:
    return _ALIASES.get(name.lower(), name)


@cache
def _keysyms() -> dict[str, int]:
    for group in ("latin1", "latin2", "latin3", "latin4", "greek", "cyrillic", "miscellany"):
        XK.load_keysym_group(group)
    names = {
        name[3:].replace("XF86_", "XF86"): value for name, value in vars(XK).items() if name[:3] == "XK_"
    }
    return {name: value for name, value in names.items() if value}


@cache
def _names_by_lower_case() -> dict[str, str]:
    """Lower-case names to real ones; of `a` and `A` the first, of `Return` and `return` the only."""
    folded: dict[str, str] = {}
    for name in _keysyms():
        folded.setdefault(name.lower(), name)
    return folded
