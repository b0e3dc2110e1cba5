from testbed.actions import Key, ToolCall, TypeText
from testbed.tasks import Guest, Solution, save_in_libreoffice

from .variant import Facts

CALC = "osworld_mcp_libreoffice_calc"
SAVE = ToolCall(name=f"{CALC}.save")


def mcp(facts: Facts) -> Solution:
    yield ToolCall(name=f"{CALC}.get_workbook_info")
    yield transpose(f"{facts.week}.{facts.source}", f"Board.{facts.corner}")
    yield SAVE


def gui(facts: Facts) -> Solution:
    """Copy the table; find the command that pastes it transposed."""
    yield from go_to(facts.source)
    yield Key(keys=("ctrl", "c"))
    yield from go_to(f"Board.{facts.corner}")
    yield Key(keys=("shift", "Escape"))
    yield TypeText(text="Paste Transposed")
    yield Key(keys=("Return",))
    yield from save_in_libreoffice()


def go_to(cells: str) -> Solution:
    yield Key(keys=("ctrl", "shift", "t"))
    yield TypeText(text=f"{cells}\n")


def also_column_by_column(_guest: Guest, facts: Facts) -> Solution:
    """Each column is written anew."""
    arguments: dict[str, object] = {"sheet_name": "Board"}
    yield ToolCall(name=f"{CALC}.switch_active_sheet", arguments=arguments)
    yield from go_to(facts.corner)
    for line in zip(*facts.table, strict=True):
        yield TypeText(text="\t".join(str(value) for value in line) + "\n")
    yield SAVE


def wrong_not_exchanged(_guest: Guest, facts: Facts) -> Solution:
    yield from go_to(facts.source)
    yield Key(keys=("ctrl", "c"))
    yield from go_to(f"Board.{facts.corner}")
    yield Key(keys=("ctrl", "v"))
    yield SAVE


def wrong_week(_guest: Guest, facts: Facts) -> Solution:
    yield transpose(f"{facts.earlier}.{facts.source}", f"Board.{facts.corner}")
    yield SAVE


def wrong_headings_missing(_guest: Guest, facts: Facts) -> Solution:
    source = f"{facts.week}.{facts.source.replace('A3', 'B4')}"
    yield transpose(source, f"Board.{facts.corner}")
    yield SAVE


def wrong_on_the_sheet_itself(_guest: Guest, facts: Facts) -> Solution:
    yield transpose(facts.source, f"A{facts.count + 6}")
    yield SAVE


def transpose(source: str, target: str) -> ToolCall:
    arguments = {"source_range": quoted(source), "target_cell": target}
    return ToolCall(name=f"{CALC}.transpose_range", arguments=arguments)


def quoted(place: str) -> str:
    """With the sheet's name in quotes, which has a space."""
    sheet, dot, cells = place.rpartition(".")
    return f"'{sheet}'{dot}{cells}" if dot else cells
