from testbed.actions import Key, ToolCall, TypeText
from testbed.tasks import Guest, Solution, act_until, in_front, save_in_libreoffice

from .variant import Facts

CALC = "osworld_mcp_libreoffice_calc"
SAVE = ToolCall(name=f"{CALC}.save")


def mcp(facts: Facts) -> Solution:
    yield merge(facts.title_cells)
    yield widen(facts.column, facts.width)
    yield raise_row(facts.row, facts.height)
    yield freeze(facts.frozen)
    yield zoom(facts.zoom)
    yield SAVE


def gui(facts: Facts) -> Solution:
    """Find each command by its name: for the merged title, the sizes, what is frozen, and the zoom."""
    yield from go_to(facts.title_cells)
    yield from command("Merge Cells")
    yield from go_to(f"{facts.column}{facts.frozen}")
    yield from size("Column Width", facts.width, facts)
    yield from go_to(f"A{facts.row}")
    yield from size("Row Height", facts.height, facts)
    yield from go_to(f"A{facts.frozen + 1}")
    yield from command("Freeze Rows and Columns")
    yield from command(f"{facts.zoom}%")
    yield from save_in_libreoffice()


def go_to(cells: str) -> Solution:
    yield Key(keys=("ctrl", "shift", "t"))
    yield TypeText(text=f"{cells}\n")


def command(name: str) -> Solution:
    yield Key(keys=("shift", "Escape"))
    yield TypeText(text=name)
    yield Key(keys=("Return",))


def size(name: str, centimetres: float, facts: Facts) -> Solution:
    yield Key(keys=("shift", "Escape"))
    yield TypeText(text=name)
    yield from act_until(Key(keys=("Return",)), in_front(name))
    yield Key(keys=("ctrl", "a"))
    yield from act_until(TypeText(text=f"{centimetres} cm\n"), in_front(facts.file))


def also_frozen_first(_guest: Guest, facts: Facts) -> Solution:
    """The other way round."""
    yield zoom(facts.zoom)
    yield freeze(facts.frozen)
    yield raise_row(facts.row, facts.height)
    yield widen(facts.column, facts.width)
    yield merge(facts.title_cells)
    yield SAVE


def wrong_one_row_frozen(_guest: Guest, facts: Facts) -> Solution:
    yield merge(facts.title_cells)
    yield widen(facts.column, facts.width)
    yield raise_row(facts.row, facts.height)
    yield freeze(1)
    yield zoom(facts.zoom)
    yield SAVE


def wrong_all_columns(_guest: Guest, facts: Facts) -> Solution:
    """The title spans a column more than it should."""
    yield merge(facts.title_cells.replace(f"{facts.last}1", f"{chr(ord(facts.last) + 1)}1"))
    yield widen("A:F", facts.width)
    yield raise_row(facts.row, facts.height)
    yield freeze(facts.frozen)
    yield zoom(facts.zoom)
    yield SAVE


def wrong_fitted(_guest: Guest, facts: Facts) -> Solution:
    """The column is as wide as its content."""
    yield merge(facts.title_cells)
    arguments: dict[str, object] = {"columns": facts.column, "autofit": True}
    yield ToolCall(name=f"{CALC}.adjust_column_width", arguments=arguments)
    yield raise_row(facts.row, facts.height)
    yield freeze(facts.frozen)
    yield zoom(facts.zoom)
    yield SAVE


def merge(cells: str) -> ToolCall:
    return ToolCall(name=f"{CALC}.merge_cells", arguments={"range_str": cells})


def widen(columns: str, centimetres: float) -> ToolCall:
    arguments = {"columns": columns, "width": centimetres}
    return ToolCall(name=f"{CALC}.adjust_column_width", arguments=arguments)


def raise_row(row: int, centimetres: float) -> ToolCall:
    arguments = {"rows": str(row), "height": centimetres}
    return ToolCall(name=f"{CALC}.adjust_row_height", arguments=arguments)


def freeze(rows: int) -> ToolCall:
    return ToolCall(name=f"{CALC}.freeze_panes", arguments={"rows": rows})


def zoom(percent: int) -> ToolCall:
    return ToolCall(name=f"{CALC}.set_zoom_level", arguments={"zoom_percentage": percent})
