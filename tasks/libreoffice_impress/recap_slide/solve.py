from controller.actions import ToolCall
from controller.agents.oracle import Solution
from controller.guest import Guest

IMPRESS = "osworld_mcp_libreoffice_impress"
SAVE = ToolCall(name=f"{IMPRESS}.save")


def mcp() -> Solution:
    yield _duplicate(1, after=4)
    yield _title(5, "Recap")
    yield SAVE


def wrong_title_kept(_guest: Guest) -> Solution:
    yield _duplicate(1, after=4)
    yield SAVE


def wrong_place(_guest: Guest) -> Solution:
    yield _duplicate(1, after=1)
    yield _title(2, "Recap")
    yield SAVE


def wrong_original_retitled(_guest: Guest) -> Solution:
    yield _duplicate(1, after=4)
    yield _title(1, "Recap")
    yield SAVE


def wrong_slide_copied(_guest: Guest) -> Solution:
    yield _duplicate(2, after=4)
    yield _title(5, "Recap")
    yield SAVE


def _duplicate(slide: int, after: int) -> ToolCall:
    arguments = {"slide_index": slide, "target_position": after}
    return ToolCall(name=f"{IMPRESS}.duplicate_slide", arguments=arguments)


def _title(slide: int, text: str) -> ToolCall:
    arguments = {"content": text, "page_index": slide, "box_index": 0}
    return ToolCall(name=f"{IMPRESS}.write_text", arguments=arguments)
