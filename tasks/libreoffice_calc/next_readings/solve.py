from collections.abc import Sequence

from testbed.actions import Key, ToolCall, TypeText
from testbed.tasks import Guest, Solution, act_until, in_front, save_in_libreoffice

from .variant import Facts

CALC = "osworld_mcp_libreoffice_calc"
SAVE = ToolCall(name=f"{CALC}.save")


def mcp(facts: Facts) -> Solution:
    yield copy(facts)
    yield show(facts)
    yield from begin(facts, [each[2] for each in facts.readings])
    yield SAVE


def gui(facts: Facts) -> Solution:
    """Find the commands for the copy and its name; then type the title, delete the new readings, type the old ones."""
    yield Key(keys=("ctrl", "Page_Down"))
    yield Key(keys=("shift", "Escape"))
    yield TypeText(text="Duplicate Sheet")
    yield Key(keys=("Return",))
    yield Key(keys=("shift", "Escape"))
    yield TypeText(text="Rename Sheet")
    yield from act_until(Key(keys=("Return",), repeat=1), in_front("Rename Sheet"))
    yield from act_until(TypeText(text=f"{facts.following}\n"), in_front(facts.file))
    yield from go_to("A1")
    yield TypeText(text=f"{facts.following}\n")
    yield from go_to(f"C{facts.rows[0]}:C{facts.rows[-1]}")
    yield Key(keys=("Delete",))
    yield from go_to(f"B{facts.rows[0]}")
    for reading in facts.readings:
        yield TypeText(text=f"{reading[2]}\n")
    yield from save_in_libreoffice()


def go_to(cells: str) -> Solution:
    yield Key(keys=("ctrl", "shift", "t"))
    yield TypeText(text=f"{cells}\n")


def also_old_by_the_column(_guest: Guest, facts: Facts) -> Solution:
    """The title comes last."""
    yield copy(facts)
    yield show(facts)
    for row, reading in zip(facts.rows, facts.readings, strict=True):
        yield cell(f"C{row}", "")
        yield cell(f"B{row}", reading[2])
    yield cell("A1", facts.following)
    yield SAVE


def wrong_old_kept(_guest: Guest, facts: Facts) -> Solution:
    yield copy(facts)
    yield show(facts)
    yield from begin(facts, [each[1] for each in facts.readings])
    yield SAVE


def wrong_month_itself(_guest: Guest, facts: Facts) -> Solution:
    """The copy is made, and the month's own sheet is written into."""
    yield copy(facts)
    yield ToolCall(name=f"{CALC}.switch_active_sheet", arguments={"sheet_name": facts.month})
    yield from begin(facts, [each[2] for each in facts.readings])
    yield SAVE


def wrong_new_kept(_guest: Guest, facts: Facts) -> Solution:
    yield copy(facts)
    yield show(facts)
    for row, reading in zip(facts.rows, facts.readings, strict=True):
        yield cell(f"B{row}", reading[2])
    yield cell("A1", facts.following)
    yield SAVE


def copy(facts: Facts) -> ToolCall:
    arguments = {"source_sheet": facts.month, "new_sheet_name": facts.following}
    return ToolCall(name=f"{CALC}.copy_sheet", arguments=arguments)


def show(facts: Facts) -> ToolCall:
    return ToolCall(name=f"{CALC}.switch_active_sheet", arguments={"sheet_name": facts.following})


def begin(facts: Facts, old: Sequence[int]) -> Solution:
    """Write the title and the old readings into the sheet that is shown, and empty the new ones."""
    yield cell("A1", facts.following)
    for row, value in zip(facts.rows, old, strict=True):
        yield cell(f"B{row}", value)
        yield cell(f"C{row}", "")


def cell(name: str, value: object) -> ToolCall:
    return ToolCall(name=f"{CALC}.set_cell_value", arguments={"cell": name, "value": str(value)})
