from testbed.actions import Click, Key, ToolCall, TypeText
from testbed.tasks import ACCENT_COLOUR, Guest, Solution, act_until, in_front, save_in_libreoffice, shows

WRITER = "osworld_mcp_libreoffice_writer"


def mcp() -> Solution:
    yield _align([0])
    yield _resize(20, [0])
    yield ToolCall(name=f"{WRITER}.save")


def gui() -> Solution:
    """Center with Ctrl+E; the size is in the dialog Format, Character."""
    yield Key(keys=("ctrl", "Home"))
    yield Key(keys=("shift", "End"))
    yield Key(keys=("ctrl", "e"))
    yield from act_until(Key(keys=("alt", "o")), shows(290, 78, ACCENT_COLOUR))
    yield from act_until(Click(x=340, y=210), in_front("Character"))
    yield Click(x=600, y=431, count=3)  # Size
    yield TypeText(text="20")
    yield from act_until(Key(keys=("Return",)), in_front("minutes"))
    yield from save_in_libreoffice()


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
