from controller.actions import ToolCall
from controller.agents.oracle import Solution
from controller.guest import Guest

PROJECTS = "/home/user/projects"
TOKENS = f"{PROJECTS}/shared-styles/tokens.css"


def mcp() -> Solution:
    yield ToolCall(name="filesystem_read_text_file", arguments={"path": TOKENS})
    yield add_folder("shared-styles")
    yield goto(TOKENS, 5)


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
