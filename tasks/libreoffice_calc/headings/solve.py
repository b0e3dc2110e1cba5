from testbed.actions import Key, ToolCall, TypeText
from testbed.tasks import Guest, Solution, save_in_libreoffice

from .variant import Facts

CALC = "osworld_mcp_libreoffice_calc"
SAVE = ToolCall(name=f"{CALC}.save")


def mcp(facts: Facts) -> Solution:
    yield from format_range(facts, facts.headings)


def gui(facts: Facts) -> Solution:
    """Go to the headings by the name box; the shortcuts make them bold and centre them."""
    yield Key(keys=("ctrl", "shift", "t"))
    yield TypeText(text=f"{facts.sheet}.{facts.headings}\n")
    yield Key(keys=("ctrl", "b"))
    yield Key(keys=("ctrl", "e"))
    yield from save_in_libreoffice()


def also_the_whole_row(_guest: Guest, facts: Facts) -> Solution:
    yield from format_range(facts, f"{facts.heading_row}:{facts.heading_row}")


def wrong_sheet(_guest: Guest, facts: Facts) -> Solution:
    yield ToolCall(name=f"{CALC}.format_range", arguments=arguments(facts.headings))
    yield SAVE


def wrong_bold_only(_guest: Guest, facts: Facts) -> Solution:
    yield show(facts)
    yield ToolCall(name=f"{CALC}.format_range", arguments={"range_str": facts.headings, "bold": True})
    yield SAVE


def wrong_title_too(_guest: Guest, facts: Facts) -> Solution:
    yield from format_range(facts, facts.headings.replace(f"A{facts.heading_row}", "A1"))


def wrong_title_instead(_guest: Guest, facts: Facts) -> Solution:
    yield from format_range(facts, "1:1")


def wrong_first_heading_only(_guest: Guest, facts: Facts) -> Solution:
    yield from format_range(facts, f"A{facts.heading_row}")


def wrong_not_saved(_guest: Guest, facts: Facts) -> Solution:
    yield from format_range(facts, facts.headings, save=False)


def format_range(facts: Facts, cells: str, *, save: bool = True) -> Solution:
    yield show(facts)
    yield ToolCall(name=f"{CALC}.format_range", arguments=arguments(cells))
    if save:
        yield SAVE


def arguments(cells: str) -> dict[str, object]:
    return {"range_str": cells, "bold": True, "alignment": "center"}


def show(facts: Facts) -> ToolCall:
    return ToolCall(name=f"{CALC}.switch_active_sheet", arguments={"sheet_name": facts.sheet})
