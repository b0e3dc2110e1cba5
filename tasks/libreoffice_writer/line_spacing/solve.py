from testbed.actions import Key, ToolCall
from testbed.tasks import ACCENT_COLOUR, Guest, Solution, act_until, save_in_libreoffice, shows

WRITER = "osworld_mcp_libreoffice_writer"


def mcp() -> Solution:
    yield ToolCall(name=f"{WRITER}.set_line_spacing", arguments={"spacing_value": 1.5})
    yield ToolCall(name=f"{WRITER}.save")


def gui() -> Solution:
    """Format, Spacing, Line Spacing: 1.5, by their access keys, with everything selected."""
    yield Key(keys=("ctrl", "a"))
    yield from act_until(Key(keys=("alt", "o")), shows(290, 78, ACCENT_COLOUR))
    yield from act_until(Key(keys=("s",)), shows(290, 104, ACCENT_COLOUR))
    yield Key(keys=("1",))
    yield from save_in_libreoffice()


def wrong_double(_guest: Guest) -> Solution:
    yield ToolCall(name=f"{WRITER}.set_line_spacing", arguments={"spacing_value": 2})
    yield ToolCall(name=f"{WRITER}.save")


def wrong_heading_left_out(_guest: Guest) -> Solution:
    arguments = {"spacing_value": 1.5, "paragraph_indices": [1, 2, 3, 4]}
    yield ToolCall(name=f"{WRITER}.set_line_spacing", arguments=arguments)
    yield ToolCall(name=f"{WRITER}.save")


def wrong_not_saved(_guest: Guest) -> Solution:
    yield ToolCall(name=f"{WRITER}.set_line_spacing", arguments={"spacing_value": 1.5})


def wrong_heading_5_instead(_guest: Guest) -> Solution:
    """Ctrl+5 is a style, not a line spacing."""
    yield ToolCall(name=f"{WRITER}.set_line_spacing", arguments={"spacing_value": 1.5})
    yield Key(keys=("ctrl", "a"))
    yield Key(keys=("ctrl", "5"))
    yield from save_in_libreoffice()
