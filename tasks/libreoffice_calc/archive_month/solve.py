from testbed.actions import Key, ToolCall, TypeText
from testbed.tasks import Guest, Solution, save_in_libreoffice

from .variant import Facts

CALC = "osworld_mcp_libreoffice_calc"
SAVE = ToolCall(name=f"{CALC}.save")


def mcp(facts: Facts) -> Solution:
    yield ToolCall(name=f"{CALC}.get_workbook_info")
    yield copy(facts, facts.source, f"A{facts.free_row}")
    yield SAVE


def gui(facts: Facts) -> Solution:
    """Select the rows in the name box, copy them, go to the free row by the name box, paste."""
    yield Key(keys=("ctrl", "shift", "t"))
    yield TypeText(text=f"{facts.source}\n")
    yield Key(keys=("ctrl", "c"))
    yield Key(keys=("ctrl", "shift", "t"))
    yield TypeText(text=f"Archive.A{facts.free_row}\n")
    yield Key(keys=("ctrl", "v"))
    yield from save_in_libreoffice()


def also_typed(_guest: Guest, facts: Facts) -> Solution:
    for place, row in enumerate(facts.present, start=facts.free_row):
        values = (str(row.day), row.item, str(row.count), f"{row.amount:.2f}")
        for letter, value in zip("ABCD", values, strict=True):
            arguments = {"cell": f"Archive.{letter}{place}", "value": value}
            yield ToolCall(name=f"{CALC}.set_cell_value", arguments=arguments)
    yield SAVE


def wrong_heading_too(_guest: Guest, facts: Facts) -> Solution:
    yield copy(facts, facts.source.replace("A2", "A1"), f"A{facts.free_row}")
    yield SAVE


def wrong_row_left_free(_guest: Guest, facts: Facts) -> Solution:
    yield copy(facts, facts.source, f"A{facts.free_row + 1}")
    yield SAVE


def wrong_over_the_last_row(_guest: Guest, facts: Facts) -> Solution:
    yield copy(facts, facts.source, f"A{facts.free_row - 1}")
    yield SAVE


def wrong_moved(_guest: Guest, facts: Facts) -> Solution:
    yield copy(facts, facts.source, f"A{facts.free_row}")
    for letter in "ABCD":
        arguments = {"column_name": letter, "data": [None] * len(facts.present)}
        yield ToolCall(name=f"{CALC}.set_column_values", arguments=arguments)
    yield SAVE


def wrong_not_saved(_guest: Guest, facts: Facts) -> Solution:
    yield copy(facts, facts.source, f"A{facts.free_row}")


def copy(facts: Facts, source: str, target: str) -> ToolCall:
    arguments = {
        "source_range": f"{facts.month}.{source}",
        "target_sheet_name": "Archive",
        "target_start_cell": target,
    }
    return ToolCall(name=f"{CALC}.copy_cells_between_sheets", arguments=arguments)
