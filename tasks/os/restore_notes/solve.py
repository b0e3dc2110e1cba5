from controller.actions import ToolCall
from controller.agents.oracle import Solution
from controller.guest import Guest

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
