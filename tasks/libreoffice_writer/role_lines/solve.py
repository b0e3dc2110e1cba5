from testbed.actions import Click, Key, ToolCall
from testbed.tasks import Guest, Solution, act_until, save_in_libreoffice, shows

from .variant import Facts

WRITER = "osworld_mcp_libreoffice_writer"
SAVE = ToolCall(name=f"{WRITER}.save")
RED = 0xFF0000
COLOURS = Click(x=1043, y=153)
"""The arrow beside the button that colours text; the palette below it has RED_FIELD."""
RED_FIELD = Click(x=1098, y=292)
COLOUR = Click(x=1020, y=153)
"""The button; it keeps the colour that was chosen last."""


def mcp(facts: Facts) -> Solution:
    seen = yield ToolCall(name=f"{WRITER}.env_info")
    assert f"{facts.role}:" in seen.results[0].text, seen.results[0].text
    yield colour(f"^{facts.role}:.*")
    yield SAVE


def gui(facts: Facts) -> Solution:
    """Choose each line; take red from the palette for the first, and press the button for the others."""
    for number in facts.lines:
        yield Key(keys=("ctrl", "Home"))
        yield Key(keys=("ctrl", "Down"), repeat=number)
        yield Key(keys=("shift", "End"))
        if number == facts.lines[0]:
            yield from act_until(COLOURS, shows(1098, 292, RED))
            yield RED_FIELD
        else:
            yield COLOUR
    yield from save_in_libreoffice()


def also_paragraph_by_paragraph(_guest: Guest, facts: Facts) -> Solution:
    for number in facts.lines:
        yield colour(".+", number)
    yield SAVE


def wrong_name_alone(_guest: Guest, facts: Facts) -> Solution:
    yield colour(f"^{facts.role}:")
    yield SAVE


def wrong_wherever_the_name_is(_guest: Guest, facts: Facts) -> Solution:
    yield colour(f".*{facts.role}.*")
    yield SAVE


def wrong_last_line_forgotten(_guest: Guest, facts: Facts) -> Solution:
    for number in facts.lines[:-1]:
        yield colour(".+", number)
    yield SAVE


def colour(pattern: str, *paragraphs: int) -> ToolCall:
    arguments: dict[str, object] = {"pattern": pattern, "color": RED}
    if paragraphs:
        arguments["paragraph_indices"] = list(paragraphs)
    return ToolCall(name=f"{WRITER}.set_color", arguments=arguments)
