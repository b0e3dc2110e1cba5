from collections.abc import Sequence

from testbed.actions import Key, ToolCall, TypeText
from testbed.tasks import Guest, Solution, save_in_libreoffice

CALC = "osworld_mcp_libreoffice_calc"
SAVE = ToolCall(name=f"{CALC}.save")
WORDS = ("yes", "no", "yes", "yes", "no", "no", "no", "yes", "yes", "no")


def mcp() -> Solution:
    for sheet in ("Statement", "Book"):
        seen = yield ToolCall(name=f"{CALC}.env_info", arguments={"sheet_name": sheet})
        assert "Insurance" in seen.results[0].text, seen.results[0].text
    yield fill(WORDS)
    yield SAVE


def gui() -> Solution:
    """Look at the book; then type the column, word by word."""
    yield Key(keys=("ctrl", "Page_Down"))
    yield Key(keys=("ctrl", "Page_Up"))
    yield Key(keys=("ctrl", "shift", "t"))
    yield TypeText(text="D2\n")
    for word in WORDS:
        yield TypeText(text=word)
        yield Key(keys=("Return",))
    yield from save_in_libreoffice()


def also_by_formula(_guest: Guest) -> Solution:
    for row in range(2, 12):
        counted = f"COUNTIFS($Book.A$2:A$10;A{row};$Book.B$2:B$10;B{row};$Book.C$2:C$10;C{row})"
        value = f'=IF({counted}>0;"yes";"no")'
        yield ToolCall(name=f"{CALC}.set_cell_value", arguments={"cell": f"D{row}", "value": value})
    yield SAVE


def wrong_by_amount_alone(_guest: Guest) -> Solution:
    yield fill(("yes", "no", "yes", "yes", "no", "yes", "no", "yes", "yes", "no"))
    yield SAVE


def wrong_by_text_alone(_guest: Guest) -> Solution:
    yield fill(("yes", "no", "yes", "yes", "yes", "no", "yes", "yes", "yes", "no"))
    yield SAVE


def wrong_only_yes_written(_guest: Guest) -> Solution:
    for row, word in enumerate(WORDS, start=2):
        if word == "yes":
            yield ToolCall(name=f"{CALC}.set_cell_value", arguments={"cell": f"D{row}", "value": word})
    yield SAVE


def fill(words: Sequence[str]) -> ToolCall:
    arguments = {"column_name": "D", "data": list(words), "start_index": 2}
    return ToolCall(name=f"{CALC}.set_column_values", arguments=arguments)
