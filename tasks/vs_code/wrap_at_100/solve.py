from testbed import (
    VSCODE_CHOSEN_ROW,
    Guest,
    Key,
    Observation,
    Solution,
    ToolCall,
    TypeText,
    act_until,
    choose_vscode_command,
    is_blue,
    text_in,
)

SETTINGS = "/home/user/.local/share/code-server/User/settings.json"
OPEN_FILE = (577, 186, 633, 200)
"""Its name above the editor."""
FOUND = (858, 219, 892, 232)
"""What the search says it found, "1 of 1" or "No results"."""
FOUND_NOTHING = (899, 219, 917, 232)
"""The end of "No results"."""


def mcp() -> Solution:
    yield ToolCall(name="osworld_mcp_code.set_word_wrap_column", arguments={"column": 100})


def gui() -> Solution:
    """In the settings file, find the only 80 and type over it."""
    yield from choose_vscode_command("Preferences: Open User Settings (JSON)", file_is_open)
    yield from act_until(Key(keys=("ctrl", "f")), text_in(*FOUND_NOTHING))
    yield from act_until(TypeText(text="80"), lambda seen: not text_in(*FOUND_NOTHING)(seen))
    yield from act_until(Key(keys=("Escape",)), lambda seen: not text_in(*FOUND)(seen))
    yield TypeText(text="100")
    yield Key(keys=("ctrl", "s"))


def file_is_open(seen: Observation) -> bool:
    return text_in(*OPEN_FILE)(seen) and not is_blue(*VSCODE_CHOSEN_ROW)(seen)


def wrong_font_size(guest: Guest) -> Solution:
    replace(guest, '"editor.fontSize": 15', '"editor.fontSize": 100')
    yield from ()


def wrong_comments_lost(guest: Guest) -> Solution:
    yield from mcp()
    lines = guest.read_file(SETTINGS).decode().splitlines(keepends=True)
    kept = [line for line in lines if not line.lstrip().startswith(("//", "/*"))]
    guest.write_file(SETTINGS, "".join(kept).encode())


def wrong_file_replaced(guest: Guest) -> Solution:
    guest.write_file(
        SETTINGS, b'{\n    "editor.wordWrap": "wordWrapColumn",\n    "editor.wordWrapColumn": 100\n}\n'
    )
    yield from ()


def wrong_as_text(guest: Guest) -> Solution:
    replace(guest, '"editor.wordWrapColumn": 80', '"editor.wordWrapColumn": "100"')
    yield from ()


def wrong_only_for_this_folder(guest: Guest) -> Solution:
    guest.write_file("/home/user/Documents/novel/.vscode/settings.json", b'{"editor.wordWrapColumn": 100}\n')
    yield from ()


def replace(guest: Guest, old: str, new: str) -> None:
    text = guest.read_file(SETTINGS).decode()
    assert old in text
    guest.write_file(SETTINGS, text.replace(old, new).encode())
