from testbed.actions import Key, ToolCall, TypeText
from testbed.tasks import Guest, Solution, save_in_libreoffice

from .variant import Facts

CALC = "osworld_mcp_libreoffice_calc"


def mcp(facts: Facts) -> Solution:
    yield enter(facts.cell, formula(facts))
    yield ToolCall(name=f"{CALC}.save")


def gui(facts: Facts) -> Solution:
    yield Key(keys=("ctrl", "Home"))
    yield Key(keys=("Down",), repeat=facts.last_row + 1)
    yield Key(keys=("Right",), repeat=2)
    yield TypeText(text=f"{formula(facts)}\n")
    yield from save_in_libreoffice()


def also_each_cell_named(_guest: Guest, facts: Facts) -> Solution:
    yield enter(facts.cell, "=" + "+".join(f"C{row}" for row in range(2, facts.last_row + 1)))
    yield ToolCall(name=f"{CALC}.save")


def also_fixed_range_with_the_empty_row(_guest: Guest, facts: Facts) -> Solution:
    yield enter(facts.cell, f"=SUM($C$2:$C${facts.last_row + 1})")
    yield ToolCall(name=f"{CALC}.save")


def wrong_number_typed_in(_guest: Guest, facts: Facts) -> Solution:
    yield enter(facts.cell, str(facts.total))
    yield ToolCall(name=f"{CALC}.save")


def wrong_last_amount_left_out(_guest: Guest, facts: Facts) -> Solution:
    yield enter(facts.cell, f"=SUM(C2:C{facts.last_row - 1})")
    yield ToolCall(name=f"{CALC}.save")


def wrong_cell_above(_guest: Guest, facts: Facts) -> Solution:
    yield enter(f"C{facts.last_row + 1}", formula(facts))
    yield ToolCall(name=f"{CALC}.save")


def wrong_not_saved(_guest: Guest, facts: Facts) -> Solution:
    yield enter(facts.cell, formula(facts))


def formula(facts: Facts) -> str:
    return f"=SUM(C2:C{facts.last_row})"


def enter(cell: str, value: str) -> ToolCall:
    return ToolCall(name=f"{CALC}.set_cell_value", arguments={"cell": cell, "value": value})
