from controller.actions import Key, ToolCall, TypeText, Wait
from controller.agents.oracle import Solution
from controller.guest import Guest

SETTINGS = "/home/user/.local/share/code-server/User/settings.json"


def mcp() -> Solution:
    yield ToolCall(name="osworld_mcp_code.set_word_wrap_column", arguments={"column": 100})


def gui() -> Solution:
    """In the settings file, find the only 80 and type over it."""
    yield Key(keys=("F1",))
    yield TypeText(text="Preferences: Open User Settings (JSON)")
    yield Key(keys=("Return",))
    yield Wait(seconds=5)
    yield Key(keys=("ctrl", "f"))
    yield TypeText(text="80")
    yield Key(keys=("Return",))
    yield Key(keys=("Escape",))
    yield TypeText(text="100")
    yield Key(keys=("ctrl", "s"))


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
