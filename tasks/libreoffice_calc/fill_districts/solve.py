from collections.abc import Sequence

from testbed.actions import Key, ToolCall, TypeText
from testbed.tasks import Guest, Solution, save_in_libreoffice

from .variant import Facts

CALC = "osworld_mcp_libreoffice_calc"
SAVE = ToolCall(name=f"{CALC}.save")


def mcp(_facts: Facts) -> Solution:
    yield fill(["District"])
    yield SAVE


def gui(facts: Facts) -> Solution:
    """Select each district with the cells below it in the name box, and fill down."""
    for first, last in facts.groups:
        yield Key(keys=("ctrl", "shift", "t"))
        yield TypeText(text=f"A{first}:A{last}\n")
        yield Key(keys=("ctrl", "d"))
    yield from save_in_libreoffice()


def also_as_formulas(_guest: Guest, facts: Facts) -> Solution:
    for first, last in facts.groups:
        for row in range(first + 1, last + 1):
            arguments = {"cell": f"A{row}", "value": f"=A{row - 1}"}
            yield ToolCall(name=f"{CALC}.set_cell_value", arguments=arguments)
    yield SAVE


def wrong_all_columns(_guest: Guest, _facts: Facts) -> Solution:
    yield fill(None)
    yield SAVE


def wrong_not_saved(_guest: Guest, _facts: Facts) -> Solution:
    yield fill(["District"])


def wrong_first_district_everywhere(_guest: Guest, facts: Facts) -> Solution:
    arguments = {"column_name": "A", "data": [facts.members[0].district] * len(facts.members)}
    yield ToolCall(name=f"{CALC}.set_column_values", arguments=arguments)
    yield SAVE


def wrong_last_row_left_out(_guest: Guest, facts: Facts) -> Solution:
    yield fill(["District"])
    arguments = {"cell": f"A{len(facts.members) + 1}", "value": ""}
    yield ToolCall(name=f"{CALC}.set_cell_value", arguments=arguments)
    yield SAVE


def fill(columns: Sequence[str] | None) -> ToolCall:
    arguments = {} if columns is None else {"columns": columns}
    return ToolCall(name=f"{CALC}.fill_blank_down", arguments=arguments)
