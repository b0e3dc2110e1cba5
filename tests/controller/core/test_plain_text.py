"""No text of a guest or a model acts on the user's terminal."""

from __future__ import annotations

import io
import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rich.table import Table
from rich.text import Text

from controller.cli import common
from controller.core.plain_text import PlainConsole, plain_text

HOSTILE = {
    "clears the screen": "a\x1b[2Jb",
    "sets the title": "a\x1b]0;owned\x07b",
    "writes the clipboard": "a\x1b]52;c;cm0gLXJm\x1b\\b",
    "hides a line": "a\rb",
    "moves back": "a\x08b",
    "C1 introducer": "a\x9b2Jb",
    "reorders": "a\u202eb",
}


@pytest.mark.parametrize("text", HOSTILE.values(), ids=HOSTILE)
def test_what_acts_on_a_terminal_is_left_out(text: str) -> None:
    shown = plain_text(text)
    assert shown.startswith("a") and shown.endswith("b")
    assert all(unicodedata.category(sign) not in ("Cc", "Cf") for sign in shown)


@given(st.text())
def test_nothing_but_lines_and_tabs_is_left(text: str) -> None:
    shown = plain_text(text)
    assert all(sign in "\n\t" or unicodedata.category(sign) != "Cc" for sign in shown)
    assert plain_text(shown) == shown


@pytest.mark.parametrize("text", HOSTILE.values(), ids=HOSTILE)
def test_a_console_prints_styles_and_no_sequence_of_a_text(text: str) -> None:
    file = io.StringIO()
    console = PlainConsole(file=file, force_terminal=True, width=60)
    console.print(text, style="bold", markup=False)
    table = Table("name")
    table.add_row(Text(text))
    console.print(table)
    printed = file.getvalue()
    assert "\x1b[1m" in printed
    for sign in ("\x1b[2J", "\x1b]", "\x07", "\r", "\x08", "\x9b", "\u202e"):
        assert sign not in printed


def test_the_commands_print_through_such_consoles() -> None:
    assert isinstance(common.out, PlainConsole) and isinstance(common.err, PlainConsole)


@pytest.mark.parametrize("name", ["COLUMNS", "LINES"])
def test_a_size_of_0_is_unknown_and_a_table_is_printed(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Also with a console that rich has made with that size, as those of the commands are."""
    monkeypatch.setenv(name, "0")
    table = Table("name")
    table.add_row("value")
    for kind in (PlainConsole, common.OutputConsole):
        file = io.StringIO()
        kind(file=file).print(table)
        assert "value" in file.getvalue()
        assert min(kind(file=file).size) > 0
