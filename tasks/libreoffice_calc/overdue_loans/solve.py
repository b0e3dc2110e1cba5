from collections.abc import Iterable

from testbed.actions import Click, Key, ToolCall, TypeText
from testbed.tasks import Guest, Solution, save_in_libreoffice

from .variant import Facts

CALC = "osworld_mcp_libreoffice_calc"
SAVE = ToolCall(name=f"{CALC}.save")
YELLOW = 0xFFFF00
BACKGROUND = Click(x=623, y=153)
"""The button that fills cells with the colour chosen last, which is yellow at first."""


def mcp(facts: Facts) -> Solution:
    seen = yield ToolCall(name=f"{CALC}.env_info", arguments={"sheet_name": facts.sheet})
    assert facts.today.isoformat() in seen.results[0].text, seen.results[0].text
    yield from fill(facts, facts.overdue)


def gui(facts: Facts) -> Solution:
    """Go to each row by the name box, and press the button."""
    yield Key(keys=("ctrl", "Page_Down"))
    for row in facts.overdue:
        yield Key(keys=("ctrl", "shift", "t"))
        yield TypeText(text=f"{cells(row)}\n")
        yield BACKGROUND
    yield from save_in_libreoffice()


def also_by_format_range(_guest: Guest, facts: Facts) -> Solution:
    yield show(facts)
    for row in facts.overdue:
        arguments = {"range_str": cells(row), "background_color": "#FFFF00"}
        yield ToolCall(name=f"{CALC}.format_range", arguments=arguments)
    yield SAVE


def wrong_due_today_too(_guest: Guest, facts: Facts) -> Solution:
    yield from fill(facts, facts.rows(lambda loan: loan.returned is None and loan.due <= facts.today))


def wrong_returned_ones_too(_guest: Guest, facts: Facts) -> Solution:
    yield from fill(facts, facts.rows(lambda loan: loan.due < facts.today))


def wrong_other_colour(_guest: Guest, facts: Facts) -> Solution:
    yield from fill(facts, facts.overdue, colour=0xFF0000)


def fill(facts: Facts, rows: Iterable[int], *, colour: int = YELLOW) -> Solution:
    yield show(facts)
    for row in rows:
        arguments = {"range_str": cells(row), "color": colour}
        yield ToolCall(name=f"{CALC}.highlight_range", arguments=arguments)
    yield SAVE


def cells(row: int) -> str:
    return f"A{row}:D{row}"


def show(facts: Facts) -> ToolCall:
    return ToolCall(name=f"{CALC}.switch_active_sheet", arguments={"sheet_name": facts.sheet})
