from __future__ import annotations

import pytest
from Xlib import XK

from mcp_tools.computer import keysyms
from mcp_tools.registry import ToolError


@pytest.mark.parametrize(
    ("name", "keysym"),
    [
        ("Return", XK.XK_Return),
        ("return", XK.XK_Return),
        ("enter", XK.XK_Return),
        ("esc", XK.XK_Escape),
        ("ctrl", XK.XK_Control_L),
        ("Control", XK.XK_Control_L),
        ("win", XK.XK_Super_L),
        ("meta", XK.XK_Super_L),
        ("Page_Down", XK.XK_Page_Down),
        ("page_down", XK.XK_Page_Down),
        ("PageUp", XK.XK_Page_Up),
        ("up", XK.XK_Up),
        ("F5", XK.XK_F5),
        ("f12", XK.XK_F12),
        ("a", ord("a")),
        ("A", ord("A")),
        ("+", XK.XK_plus),
        ("plus", XK.XK_plus),
        ("é", 0xE9),
        ("日", 0x0100_65E5),
        ("XF86AudioMute", 0x1008_FF12),
    ],
)
def test_names_and_characters(name: str, keysym: int) -> None:
    assert keysyms.of_name(name) == keysym


@pytest.mark.parametrize(
    ("keys", "symbols"),
    [
        (("ctrl", "s"), [XK.XK_Control_L, ord("s")]),
        (("ctrl+s",), [XK.XK_Control_L, ord("s")]),
        (("ctrl", "S"), [XK.XK_Control_L, ord("s")]),
        (("ctrl", "shift", "T"), [XK.XK_Control_L, XK.XK_Shift_L, ord("t")]),
        (("shift", "A"), [XK.XK_Shift_L, ord("A")]),
        (("ctrl", "+"), [XK.XK_Control_L, XK.XK_plus]),
        (("ctrl++",), [XK.XK_Control_L, XK.XK_plus]),
        (("A",), [ord("A")]),
    ],
)
def test_chords(keys: tuple[str, ...], symbols: list[int]) -> None:
    assert keysyms.of_chord(keys) == symbols


@pytest.mark.parametrize(
    ("name", "close"), [("contrl", "control"), ("Retrun", "Return"), ("pagdown", "pagedown")]
)
def test_an_unknown_name_is_answered_with_close_ones(name: str, close: str) -> None:
    with pytest.raises(ToolError, match=f"no key called '{name}'.*{close}"):
        keysyms.of_name(name)


@pytest.mark.parametrize("character", ["\x00", "\x1b", "\x7f", "\ud83d"])
def test_what_no_key_types_is_refused(character: str) -> None:
    with pytest.raises(ToolError, match=r"U\+"):
        keysyms.of_character(character)
