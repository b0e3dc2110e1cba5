from controller.actions import ToolCall
from controller.agents.oracle import Solution
from controller.guest import Guest

WRITER = "osworld_mcp_libreoffice_writer"


def mcp() -> Solution:
    yield _align([0])
    yield _resize(20, [0])
    yield ToolCall(name=f"{WRITER}.save")


def wrong_everything_centered(_guest: Guest) -> Solution:
    yield _align(None)
    yield _resize(20, [0])
    yield ToolCall(name=f"{WRITER}.save")


def wrong_size_only(_guest: Guest) -> Solution:
    yield _resize(20, [0])
    yield ToolCall(name=f"{WRITER}.save")


def wrong_everything_resized(_guest: Guest) -> Solution:
    yield _align([0])
    yield _resize(20, None)
    yield ToolCall(name=f"{WRITER}.save")


def wrong_not_saved(_guest: Guest) -> Solution:
    yield _align([0])
    yield _resize(20, [0])


def _align(paragraphs: list[int] | None) -> ToolCall:
    arguments = {"alignment": "center", **_chosen(paragraphs)}
    return ToolCall(name=f"{WRITER}.set_paragraph_alignment", arguments=arguments)


def _resize(points: int, paragraphs: list[int] | None) -> ToolCall:
    arguments = {"font_size": points, "pattern": ".+", **_chosen(paragraphs)}
    return ToolCall(name=f"{WRITER}.set_font_size", arguments=arguments)


def _chosen(paragraphs: list[int] | None) -> dict[str, list[int]]:
    return {} if paragraphs is None else {"paragraph_indices": paragraphs}
