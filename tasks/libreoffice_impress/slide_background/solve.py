from controller.actions import ToolCall
from controller.agents.oracle import Solution
from controller.guest import Guest

IMPRESS = "osworld_mcp_libreoffice_impress"


def mcp() -> Solution:
    yield _colour("#FFF2CC", slide_index=3)
    yield ToolCall(name=f"{IMPRESS}.save")


def wrong_all_slides(_guest: Guest) -> Solution:
    yield _colour("#FFF2CC")
    yield ToolCall(name=f"{IMPRESS}.save")


def wrong_slide(_guest: Guest) -> Solution:
    yield _colour("#FFF2CC", slide_index=2)
    yield ToolCall(name=f"{IMPRESS}.save")


def wrong_yellow(_guest: Guest) -> Solution:
    yield _colour("yellow", slide_index=3)
    yield ToolCall(name=f"{IMPRESS}.save")


def wrong_not_saved(_guest: Guest) -> Solution:
    yield _colour("#FFF2CC", slide_index=3)


def _colour(colour: str, **slide: int) -> ToolCall:
    return ToolCall(name=f"{IMPRESS}.set_slide_background", arguments={"color": colour, **slide})
