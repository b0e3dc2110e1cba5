from testbed.actions import Key, ToolCall, TypeText
from testbed.tasks import (
    VSCODE_CHOSEN_ROW,
    Guest,
    Observation,
    Solution,
    act_until,
    choose_vscode_command,
    is_blue,
    text_in,
)

from .variant import Facts

SETTINGS = "/home/user/.local/share/code-server/User/settings.json"
OPEN_FILE = (577, 186, 633, 200)
"""Its name above the editor."""
FOUND = (858, 219, 892, 232)
"""What the search says it found, "1 of 1" or "No results"."""
FOUND_NOTHING = (899, 219, 917, 232)
"""The end of "No results"."""


def mcp(facts: Facts) -> Solution:
    yield ToolCall(name="osworld_mcp_code.set_word_wrap_column", arguments={"column": facts.new})


def gui(facts: Facts) -> Solution:
    """In the settings file, find the old column, which is there once, and type over it."""
    yield from choose_vscode_command("Preferences: Open User Settings (JSON)", file_is_open)
    yield from act_until(Key(keys=("ctrl", "f")), text_in(*FOUND_NOTHING))
    yield from act_until(TypeText(text=str(facts.old)), lambda seen: not text_in(*FOUND_NOTHING)(seen))
    yield from act_until(Key(keys=("Escape",)), lambda seen: not text_in(*FOUND)(seen))
    yield TypeText(text=str(facts.new))
    yield Key(keys=("ctrl", "s"))


def file_is_open(seen: Observation) -> bool:
    return text_in(*OPEN_FILE)(seen) and not is_blue(*VSCODE_CHOSEN_ROW)(seen)


def wrong_font_size(guest: Guest, facts: Facts) -> Solution:
    replace(guest, '"editor.fontSize": 15', f'"editor.fontSize": {facts.new}')
    yield from ()


def wrong_comments_lost(guest: Guest, facts: Facts) -> Solution:
    yield from mcp(facts)
    lines = guest.read_file(SETTINGS).decode().splitlines(keepends=True)
    kept = [line for line in lines if not line.lstrip().startswith(("//", "/*"))]
    guest.write_file(SETTINGS, "".join(kept).encode())


def wrong_file_replaced(guest: Guest, facts: Facts) -> Solution:
    settings = f'{{\n    "editor.wordWrap": "wordWrapColumn",\n    "editor.wordWrapColumn": {facts.new}\n}}\n'
    guest.write_file(SETTINGS, settings.encode())
    yield from ()


def wrong_as_text(guest: Guest, facts: Facts) -> Solution:
    replace(guest, f'"editor.wordWrapColumn": {facts.old}', f'"editor.wordWrapColumn": "{facts.new}"')
    yield from ()


def wrong_only_for_this_folder(guest: Guest, facts: Facts) -> Solution:
    settings = f'{{"editor.wordWrapColumn": {facts.new}}}\n'
    guest.write_file("/home/user/Documents/novel/.vscode/settings.json", settings.encode())
    yield from ()


def replace(guest: Guest, old: str, new: str) -> None:
    text = guest.read_file(SETTINGS).decode()
    assert old in text
    guest.write_file(SETTINGS, text.replace(old, new).encode())
