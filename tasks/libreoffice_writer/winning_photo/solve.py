from testbed.actions import Click, Key, ToolCall, TypeText
from testbed.tasks import Guest, Solution, act_until, in_front, repeat_until, save_in_libreoffice

from .variant import Facts

WRITER = "osworld_mcp_libreoffice_writer"
SAVE = ToolCall(name=f"{WRITER}.save")
IMAGE_BUTTON = Click(x=750, y=115)
"""The button "Insert Image"."""


def mcp(facts: Facts) -> Solution:
    """The cursor is brought to the blank line first."""
    yield ToolCall(name="filesystem_list_directory", arguments={"path": folder(facts)})
    yield from go_to_line(facts.line)
    yield insert(facts, facts.winner)
    yield SAVE


def gui(facts: Facts) -> Solution:
    """Press the button for a picture, and type the file's path into its dialog."""
    yield from go_to_line(facts.line)
    yield from act_until(IMAGE_BUTTON, in_front("Insert"))
    yield TypeText(text=path(facts, facts.winner))
    yield from repeat_until(Key(keys=("Return",)), in_front(facts.file))
    yield Key(keys=("Escape",))
    yield from save_in_libreoffice()


def go_to_line(number: int) -> Solution:
    yield Key(keys=("ctrl", "Home"))
    yield Key(keys=("ctrl", "Down"), repeat=number)


def also_smaller(_guest: Guest, facts: Facts) -> Solution:
    yield from go_to_line(facts.line)
    arguments = {"image_path": path(facts, facts.winner), "width": 200}
    yield ToolCall(name=f"{WRITER}.insert_image_at_cursor", arguments=arguments)
    yield SAVE


def wrong_first_entry(_guest: Guest, facts: Facts) -> Solution:
    """The one that is listed first, or else second."""
    yield from go_to_line(facts.line)
    yield insert(facts, next(entry.number for entry in facts.entries if entry.number != facts.winner))
    yield SAVE


def wrong_at_the_end(_guest: Guest, facts: Facts) -> Solution:
    yield Key(keys=("ctrl", "End"))
    yield insert(facts, facts.winner)
    yield SAVE


def wrong_line_overwritten(_guest: Guest, facts: Facts) -> Solution:
    """The line above is replaced."""
    yield from go_to_line(facts.line - 1)
    yield Key(keys=("shift", "End"))
    yield insert(facts, facts.winner)
    yield SAVE


def insert(facts: Facts, number: int) -> ToolCall:
    arguments = {"image_path": path(facts, number)}
    return ToolCall(name=f"{WRITER}.insert_image_at_cursor", arguments=arguments)


def folder(facts: Facts) -> str:
    return f"/home/user/Pictures/{facts.folder}"


def path(facts: Facts, number: int) -> str:
    return f"{folder(facts)}/entry-{number}.png"
