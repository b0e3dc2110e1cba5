from collections.abc import Iterable

from testbed.actions import Key, ToolCall, TypeText
from testbed.tasks import Guest, Solution, save_in_libreoffice

from .variant import Facts

CALC = "osworld_mcp_libreoffice_calc"
SAVE = ToolCall(name=f"{CALC}.save")


def mcp(facts: Facts) -> Solution:
    yield show(facts.sheet)
    yield hide(facts.state)
    yield SAVE


def gui(facts: Facts) -> Solution:
    """Choose each row by the name box, and have the search for commands hide it."""
    if facts.sheet == "Autumn":
        yield Key(keys=("ctrl", "Page_Down"))
    yield from by_hand(facts.rows(facts.state))
    yield from save_in_libreoffice()


def by_hand(rows: Iterable[int]) -> Solution:
    for row in rows:
        yield Key(keys=("ctrl", "shift", "t"))
        yield TypeText(text=f"{row}:{row}\n")
        yield Key(keys=("shift", "Escape"))
        yield TypeText(text="Hide Rows")
        yield Key(keys=("Return",))


def also_saved_by_hand(_guest: Guest, facts: Facts) -> Solution:
    yield show(facts.sheet)
    yield hide(facts.state)
    yield from save_in_libreoffice()


def wrong_other_term_too(_guest: Guest, facts: Facts) -> Solution:
    for name in facts.terms:
        yield show(name)
        yield hide(facts.state)
    yield SAVE


def wrong_remarks_too(_guest: Guest, facts: Facts) -> Solution:
    yield show(facts.sheet)
    yield hide(facts.state)
    yield hide(f"was {facts.state} last year")
    yield SAVE


def wrong_not_saved(_guest: Guest, facts: Facts) -> Solution:
    yield show(facts.sheet)
    yield hide(facts.state)


def show(sheet: str) -> ToolCall:
    return ToolCall(name=f"{CALC}.switch_active_sheet", arguments={"sheet_name": sheet})


def hide(value: str) -> ToolCall:
    return ToolCall(name=f"{CALC}.hide_row_data", arguments={"value": value})
