from testbed.actions import ToolCall
from testbed.tasks import Guest, Solution


def mcp() -> Solution:
    yield ToolCall(
        name="filesystem_write_file", arguments={"path": "/home/user/note.txt", "content": "done\n"}
    )


def wrong_name(guest: Guest) -> Solution:
    guest.write_file("/home/user/notes.txt", b"done\n")
    yield from ()


def wrong_word(guest: Guest) -> Solution:
    guest.write_file("/home/user/note.txt", b"Done.\n")
    yield from ()
