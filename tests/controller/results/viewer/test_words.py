"""Texts, actions and times as pages word them."""

from __future__ import annotations

from typing import Any

import pytest

from controller.results.viewer.text import escape_text, one_line, visible
from controller.results.viewer.words import action_words, moment, seconds


@pytest.mark.parametrize(
    ("text", "seen"),
    [
        ("plain é ü 日本 — “so” 👩‍👩‍👧", "plain é ü 日本 — “so” 👩‍👩‍👧"),
        ("two\nlines\r\nand\ttabs", "two\nlines\nand\ttabs"),
        ("\x1b[31mred\x07\x00\x7f", "⟨U+001B⟩[31mred⟨U+0007⟩⟨U+0000⟩⟨U+007F⟩"),
        ("\x85\x9b", "⟨U+0085⟩⟨U+009B⟩"),
        ("a\u202eb\u2066c\u200fd\u2028e", "a⟨U+202E⟩b⟨U+2066⟩c⟨U+200F⟩d⟨U+2028⟩e"),
        ("\u200bzero\ufeff\u00ad", "⟨U+200B⟩zero⟨U+FEFF⟩⟨U+00AD⟩"),
        ("\U000e0069\U000e0067", "⟨U+E0069⟩⟨U+E0067⟩"),
        ("\ud800!", "⟨U+D800⟩!"),
    ],
)
def test_what_cannot_be_seen_is_shown(text: str, seen: str) -> None:
    assert visible(text) == seen
    assert visible(seen) == seen


def test_shown_is_escaped() -> None:
    assert escape_text("<b a=\"x\" b='y'>&\u202e") == "&lt;b a=&quot;x&quot; b=&#x27;y&#x27;&gt;&amp;⟨U+202E⟩"


def test_one_line() -> None:
    assert one_line(" a\n\n b\tc ") == " a b c "
    assert one_line("abcdef", 6) == "abcdef"
    assert one_line("abcdefg", 6) == "abcde…"
    assert one_line("x" * 1000, 6) == "xxxxx…"
    assert one_line("x\n" + " " * 1000, 6) == "x…"


@pytest.mark.parametrize(
    ("action", "words"),
    [
        ({"type": "click", "x": 1, "y": 2}, ("click", "1, 2")),
        (
            {"type": "click", "x": 1, "y": 2, "count": 2, "button": "right", "modifiers": ["ctrl"]},
            ("double right click", "ctrl at 1, 2"),
        ),
        ({"type": "drag", "path": [{"x": 1, "y": 2}, {"x": 3, "y": 4}]}, ("drag", "1, 2 → 3, 4")),
        ({"type": "scroll", "x": 1, "y": 2, "dx": -1, "dy": 5}, ("scroll", "left 1 down 5 at 1, 2")),
        ({"type": "mouse_move", "x": 1, "y": 2}, ("move", "1, 2")),
        ({"type": "mouse_down", "button": "left"}, ("mouse down", "left")),
        ({"type": "zoom", "x0": 1, "y0": 2, "x1": 3, "y1": 4}, ("zoom", "1, 2 → 3, 4")),
        ({"type": "key", "keys": ["ctrl", "s"]}, ("key", "ctrl+s")),
        ({"type": "key", "keys": ["Down"], "repeat": 3}, ("key", "Down ×3")),
        ({"type": "hold_key", "keys": ["shift"], "seconds": 2}, ("hold", "shift for 2 s")),
        ({"type": "type", "text": "hi"}, ("type", "“hi”")),
        ({"type": "wait", "seconds": 2}, ("wait", "2 s")),
        ({"type": "program", "code": "\npyautogui.write('a')\nmore"}, ("program", "write('a')")),
        (
            {"type": "tool_call", "name": "osworld_mcp_libreoffice_calc.rename_sheet"},
            ("rename_sheet", "libreoffice_calc"),
        ),
        ({"type": "tool_call"}, ("tool call", "")),
        ({"type": "terminate", "status": "failure"}, ("terminate", "infeasible")),
        ({"type": "screenshot"}, ("screenshot", "")),
        ({"type": "drag", "path": "odd"}, ("drag", "")),
        ({}, ("no action", "")),
    ],
)
def test_actions(action: dict[str, Any], words: tuple[str, str]) -> None:
    assert action_words(action) == words


def test_times() -> None:
    assert (seconds(0.046), seconds(9.99), seconds(12.34)) == ("0.05 s", "9.99 s", "12.3 s")
    assert moment(1_767_225_605) == "2026-01-01 00:00:05 UTC"
    assert moment(1e300) == moment(-1e20) == "no date"
