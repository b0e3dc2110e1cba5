from controller.actions import Click, Key, ToolCall, TypeText
from controller.agents.oracle import Solution
from controller.guest import Guest
from controller.solutions import ACCENT, act_until, in_front, shows, text_in

TRASH = "/home/user/.local/share/Trash"
GARDEN = "/home/user/Documents/garden"


def mcp() -> Solution:
    """Two files called notes.txt are in the Trash: see which one came from the garden."""
    yield ToolCall(name="filesystem_list_directory", arguments={"path": f"{TRASH}/info"})
    yield ToolCall(
        name="filesystem_read_text_file", arguments={"path": f"{TRASH}/info/notes.2.txt.trashinfo"}
    )
    yield ToolCall(name="osworld_mcp_os.restore_file", arguments={"file_name": "notes.2.txt"})
    yield rename()


def gui() -> Solution:
    """In Files. By size, the garden's notes are the second in the Trash; by name, the garden is the first folder."""
    yield from act_until(Click(x=296, y=476), in_front("Trash"))
    yield from act_until(
        Click(x=881, y=163), text_in(653, 270, 665, 284)
    )  # Size: garden/ is longer than taxes/
    yield from act_until(Click(x=573, y=268, button="right"), shows(700, 346, 0xE0E0E0))
    yield from act_until(Click(x=663, y=574), shows(520, 268, 0xFFFFFF))  # Restore From Trash
    yield from act_until(Click(x=318, y=286), in_front("Documents"))
    yield from act_until(Click(x=523, y=163), text_in(585, 206, 595, 226))  # Name
    yield from act_until(Click(x=567, y=216), shows(700, 230, 0xD7E6FA))
    yield from act_until(Key(keys=("F2",)), shows(755, 382, ACCENT))
    yield TypeText(text="garden-2026")
    yield from act_until(Key(keys=("Return",)), text_in(597, 206, 635, 226))


def wrong_file_of_the_same_name(guest: Guest) -> Solution:
    yield ToolCall(name="osworld_mcp_os.restore_file", arguments={"file_name": "notes.txt"})
    yield rename()


def wrong_copied_out_of_the_trash(guest: Guest) -> Solution:
    guest.run(["cp", f"{TRASH}/files/notes.2.txt", f"{GARDEN}/notes.txt"], as_user=True)
    yield rename()


def wrong_folder_not_renamed(guest: Guest) -> Solution:
    yield ToolCall(name="osworld_mcp_os.restore_file", arguments={"file_name": "notes.2.txt"})


def wrong_everything_restored(guest: Guest) -> Solution:
    yield ToolCall(name="osworld_mcp_os.restore_file", arguments={"file_name": "notes.2.txt"})
    yield ToolCall(name="osworld_mcp_os.restore_file", arguments={"file_name": "notes.txt"})
    yield rename()


def rename() -> ToolCall:
    return ToolCall(
        name="osworld_mcp_os.rename_directory", arguments={"old_path": GARDEN, "new_path": f"{GARDEN}-2026"}
    )
