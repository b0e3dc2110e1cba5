from collections.abc import Collection

from testbed.actions import Click, Key, ToolCall
from testbed.tasks import Guest, Solution, save_in_libreoffice

from .variant import Facts

IMPRESS = "osworld_mcp_libreoffice_impress"
SAVE = ToolCall(name=f"{IMPRESS}.save")
STRIKE_BUTTON = Click(x=1003, y=289)
"""The button in the sidebar that strikes through."""
BODY = 1
"""Index of the box with the list."""


def mcp(facts: Facts) -> Solution:
    seen = yield ToolCall(name=f"{IMPRESS}.env_info", arguments={"page_indices": [2]})
    assert facts.missing in seen.results[0].text, seen.results[0].text
    yield from strike(facts.lines)
    yield SAVE


def gui(facts: Facts) -> Solution:
    """Choose each line in the slide's second box, and press the sidebar's button."""
    yield Key(keys=("Page_Down",))
    yield Key(keys=("Tab",), repeat=2)
    yield Key(keys=("F2",))
    for line in facts.lines:
        yield Key(keys=("ctrl", "Home"))
        yield Key(keys=("Down",), repeat=line - 1) if line > 1 else Key(keys=("Home",))
        yield Key(keys=("shift", "End"))
        yield STRIKE_BUTTON
    yield Key(keys=("Escape",), repeat=2)
    yield from save_in_libreoffice()


def also_in_two_calls(_guest: Guest, facts: Facts) -> Solution:
    yield from strike(facts.lines[:1])
    yield from strike(facts.lines[1:])
    yield SAVE


def wrong_missing_one_too(_guest: Guest, facts: Facts) -> Solution:
    yield from strike([*facts.lines, facts.gear.index(facts.missing) + 1])
    yield SAVE


def wrong_packed_lines_deleted(_guest: Guest, facts: Facts) -> Solution:
    rest = "\n".join(item for item in facts.gear if item not in facts.packed)
    arguments = {"content": rest, "page_index": 2, "box_index": BODY}
    yield ToolCall(name=f"{IMPRESS}.write_text", arguments=arguments)
    yield SAVE


def wrong_last_packed_forgotten(_guest: Guest, facts: Facts) -> Solution:
    yield from strike([facts.gear.index(item) + 1 for item in facts.packed[:-1]])
    yield SAVE


def strike(lines: Collection[int]) -> Solution:
    arguments = {"slide_index": 2, "box_index": BODY, "line_numbers": list(lines), "apply": True}
    yield ToolCall(name=f"{IMPRESS}.set_text_strikethrough", arguments=arguments)
