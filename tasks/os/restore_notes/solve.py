from collections.abc import Callable

from testbed.actions import Click, Key, ToolCall, TypeText
from testbed.tasks import ACCENT_COLOUR, Guest, Observation, Solution, act_until, shows, text_in

TRASH = "/home/user/.local/share/Trash"
GARDEN = "/home/user/Documents/garden"
ROWS = (216, 268)
"""The height of the rows in the window of Files."""
FOLDER = 0xAFD4EC
WHITE = 0xFFFFFF


def mcp() -> Solution:
    """Two files called notes.txt are in the Trash: see which one came from the garden."""
    yield ToolCall(name="osworld_mcp_os.get_trash_directory")
    yield ToolCall(name="filesystem_list_directory", arguments={"path": f"{TRASH}/info"})
    yield ToolCall(
        name="filesystem_read_text_file", arguments={"path": f"{TRASH}/info/notes.2.txt.trashinfo"}
    )
    yield ToolCall(name="osworld_mcp_os.restore_file", arguments={"file_name": "notes.2.txt"})
    yield rename()


def gui() -> Solution:
    """In Files: restore the notes that came from the garden, then rename the folder, whichever rows they are in.

    The order is not always the same: both went to the Trash in one second, and its order stays in the folder.
    """
    seen = yield from act_until(Click(x=296, y=476), lambda now: bool(rows(now, notes_of_garden)))
    (y,) = rows(seen, notes_of_garden)
    yield from act_until(Click(x=573, y=y, button="right"), shows(700, y + 78, 0xE0E0E0))
    yield from act_until(Click(x=663, y=y + 338), shows(520, ROWS[1], WHITE))  # Restore From Trash
    seen = yield from act_until(Click(x=318, y=286), lambda now: bool(rows(now, garden)))
    (y,) = rows(seen, garden)
    yield from act_until(Click(x=567, y=y), shows(700, y + 14, 0xD7E6FA))
    yield from act_until(Key(keys=("F2",)), shows(755, y + 166, ACCENT_COLOUR))
    yield TypeText(text="garden-2026")
    yield from act_until(Key(keys=("Return",)), text_in(597, y - 10, 635, y + 10))


def rows(seen: Observation, is_this: Callable[[Observation, int], bool]) -> list[int]:
    return [y for y in ROWS if is_this(seen, y)]


def notes_of_garden(seen: Observation, y: int) -> bool:
    """In the Trash: "Documents/garden/" is longer than "Documents/taxes/"."""
    return text_in(653, y + 2, 665, y + 16)(seen)


def garden(seen: Observation, y: int) -> bool:
    """Among folders: "garden" is longer than "taxes"."""
    return shows(520, y + 4, FOLDER)(seen) and text_in(585, y - 10, 595, y + 10)(seen)


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
