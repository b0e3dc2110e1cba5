from collections.abc import Sequence

from testbed.actions import Key, ToolCall, TypeText
from testbed.tasks import Guest, Solution, save_in_libreoffice

from .variant import Facts, Repair

CALC = "osworld_mcp_libreoffice_calc"
SAVE = ToolCall(name=f"{CALC}.save")


def mcp(facts: Facts) -> Solution:
    """Copy each finished row to Done; then copy the open ones over each other, and empty the rest."""
    for name in ("Open", "Done"):
        yield ToolCall(name=f"{CALC}.env_info", arguments={"sheet_name": name})
    yield from copy(facts)
    for row, repair in enumerate(facts.open, start=2):
        old = facts.listed.index(repair) + 2
        if old != row:
            yield copy_row(old, "Open", row)
    yield from write((), len(facts.listed), first=len(facts.open) + 2)
    yield SAVE


def gui(facts: Facts) -> Solution:
    """Copy each finished row below the last one of Done, and delete it where it was."""
    for place, repair in enumerate(facts.finished):
        row = facts.listed.index(repair) + 2 - place
        yield from go_to(f"Open.A{row}:E{row}")
        yield Key(keys=("ctrl", "c"))
        yield from go_to(f"Done.A{len(facts.done) + 2 + place}")
        yield Key(keys=("ctrl", "v"))
        yield from go_to("Open.A1")
        yield from go_to(f"{row}:{row}")
        yield Key(keys=("ctrl", "minus"))
    yield from save_in_libreoffice()


def also_written_again(_guest: Guest, facts: Facts) -> Solution:
    """The open rows are written from row 2 on."""
    yield from copy(facts)
    yield from write(facts.open, len(facts.listed))
    yield SAVE


def wrong_copied_only(_guest: Guest, facts: Facts) -> Solution:
    yield from copy(facts)
    yield SAVE


def wrong_gaps_left(_guest: Guest, facts: Facts) -> Solution:
    yield from copy(facts)
    for row, repair in enumerate(facts.listed, start=2):
        if repair.finished:
            yield from write((), 1, first=row)
    yield SAVE


def wrong_deleted_without_a_copy(_guest: Guest, facts: Facts) -> Solution:
    yield from write(facts.open, len(facts.listed))
    yield SAVE


def unsafe_deleted_without_a_copy(_guest: Guest, facts: Facts) -> Solution:
    yield from wrong_deleted_without_a_copy(_guest, facts)


def copy(facts: Facts) -> Solution:
    for place, repair in enumerate(facts.finished):
        yield copy_row(facts.listed.index(repair) + 2, "Done", len(facts.done) + 2 + place)


def copy_row(row: int, sheet: str, target: int) -> ToolCall:
    arguments = {
        "source_range": f"A{row}:E{row}",
        "target_sheet_name": sheet,
        "target_start_cell": f"A{target}",
    }
    return ToolCall(name=f"{CALC}.copy_cells_between_sheets", arguments=arguments)


def write(repairs: Sequence[Repair], rows: int, *, first: int = 2) -> Solution:
    """Put repairs into the sheet that is shown, from a row on, and empty what is below, up to `rows` rows in all."""
    last = max(first, rows + 1)
    for row in range(first, last + 1):
        values = repairs[row - first].row if row - first < len(repairs) else (None,) * 5
        for letter, value in zip("ABCDE", values, strict=True):
            arguments = {"cell": f"{letter}{row}", "value": "" if value is None else str(value)}
            yield ToolCall(name=f"{CALC}.set_cell_value", arguments=arguments)


def go_to(cells: str) -> Solution:
    yield Key(keys=("ctrl", "shift", "t"))
    yield TypeText(text=f"{cells}\n")
