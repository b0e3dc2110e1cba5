from testbed.actions import Click, Key, ToolCall, TypeText
from testbed.tasks import (
    VSCODE_CHOSEN_ROW,
    Guest,
    Observation,
    Solution,
    act_until,
    choose_vscode_command,
    in_front,
    is_blue,
    shows,
    text_in,
)

PROJECTS = "/home/user/projects"
TOKENS = f"{PROJECTS}/shared-styles/tokens.css"
PARENT = (392, 148, 404, 156)
"""In the dialog that asks for a folder, the row of the parent folder; below are the folders in this one."""
ROWS = (460, 164, 720, 230)
PROBLEMS = (118, 696, 180, 712)
"""Their number in the status bar: the last that comes when a window loads."""
TOKENS_IN_TREE = (166, 279, 236, 293)
LINE_OF_ACCENT = (900, 246)
"""A pixel of the editor in the line that defines --accent."""


def mcp() -> Solution:
    yield ToolCall(name="filesystem_read_text_file", arguments={"path": TOKENS})
    yield add_folder("shared-styles")
    yield goto(TOKENS, 5)


def gui() -> Solution:
    """The dialog begins in the folder above webshop, and goes into the folder that is clicked."""
    yield from choose_vscode_command(
        "Workspaces: Add Folder to Workspace", lambda seen: lists(seen, folders=True)
    )
    yield from act_until(Click(x=410, y=173), lambda seen: lists(seen, folders=False))
    yield from act_until(Key(keys=("Return",)), came_back, seconds=4)
    yield from act_until(Click(x=201, y=286, count=2), in_front("tokens.css"))
    yield from act_until(Key(keys=("ctrl", "g")), is_blue(*VSCODE_CHOSEN_ROW))
    yield from act_until(TypeText(text="5"), shows(*LINE_OF_ACCENT, 0xEBEBEB))  # shown before it is taken
    yield from act_until(Key(keys=("Return",)), shows(*LINE_OF_ACCENT, 0xFAFAFA))


def lists(seen: Observation, *, folders: bool) -> bool:
    """Whether the dialog's list is there, and with folders or without."""
    return text_in(*PARENT)(seen) and text_in(*ROWS)(seen) == folders


def came_back(seen: Observation) -> bool:
    return text_in(*TOKENS_IN_TREE)(seen) and text_in(*PROBLEMS)(seen)


def wrong_folder_opened_instead(guest: Guest) -> Solution:
    """The window shows the other folder only; webshop is gone from it."""
    yield ToolCall(name="osworld_mcp_code.launch_vscode", arguments={"path": f"{PROJECTS}/shared-styles"})
    yield goto(TOKENS, 5)


def wrong_file_without_its_folder(guest: Guest) -> Solution:
    yield goto(TOKENS, 5)


def wrong_old_folder(guest: Guest) -> Solution:
    yield add_folder("shared-styles-old")
    yield goto(f"{PROJECTS}/shared-styles-old/tokens.css", 3)


def wrong_line(guest: Guest) -> Solution:
    yield add_folder("shared-styles")
    yield goto(TOKENS, 6)


def add_folder(name: str) -> ToolCall:
    return ToolCall(name="osworld_mcp_code.add_folder", arguments={"folder": f"{PROJECTS}/{name}"})


def goto(path: str, line: int) -> ToolCall:
    return ToolCall(name="osworld_mcp_code.goto_file", arguments={"file_path": path, "line": line})
