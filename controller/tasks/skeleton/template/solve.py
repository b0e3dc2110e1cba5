"""Reference solutions, each of which must pass, and wrong results, each of which must fail."""

from pathlib import Path

from testbed.actions import Key, Screenshot, ToolCall, TypeText
from testbed.tasks import Guest, Solution

NOTE = Path(__file__).parent / "files" / "note.txt"
SAVED = "/home/user/Documents/note.txt"


def gui() -> Solution:
    yield from type_line("coffee")
    yield Key(keys=("ctrl", "s"))
    yield Screenshot()


def mcp() -> Solution:
    yield ToolCall(
        name="filesystem_write_file", arguments={"path": SAVED, "content": f"{NOTE.read_text()}coffee\n"}
    )


def wrong_not_saved(guest: Guest) -> Solution:
    yield from type_line("coffee")


def wrong_word(guest: Guest) -> Solution:
    yield from type_line("coffe")
    yield Key(keys=("ctrl", "s"))
    yield Screenshot()


def wrong_list_lost(guest: Guest) -> Solution:
    guest.write_file(SAVED, b"coffee\n")
    yield Screenshot()


def type_line(word: str) -> Solution:
    """Type a last line into the editor."""
    yield Key(keys=("ctrl", "End"))
    yield TypeText(text=f"\n{word}")
    yield Screenshot()
