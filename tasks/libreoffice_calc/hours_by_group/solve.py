from collections.abc import Mapping

from testbed.actions import Key, Terminate, ToolCall, TypeText
from testbed.tasks import Guest, Solution, save_in_libreoffice

from .variant import Facts, sums

CALC = "osworld_mcp_libreoffice_calc"
SAVE = ToolCall(name=f"{CALC}.save")
SUMMARY = ToolCall(name=f"{CALC}.switch_active_sheet", arguments={"sheet_name": "Summary"})


def mcp(facts: Facts) -> Solution:
    """Put the pivot table there, read it, and answer with its largest row."""
    yield SUMMARY
    yield pivot(facts)
    seen = yield ToolCall(name=f"{CALC}.env_info", arguments={"sheet_name": "Summary"})
    content = seen.results[0].structured
    assert content is not None, seen.results[0].text
    rows = {str(row[0]): row[1] for row in content["data"] if row[0] in facts.sums}
    assert rows.keys() == facts.sums.keys(), seen.results[0].text
    yield SAVE
    yield answer(max(rows, key=lambda name: rows[name]))


def gui(facts: Facts) -> Solution:
    """Type each name with a formula that adds up its hours, and look at the sums."""
    column = "B" if facts.field == "Place" else "C"
    yield Key(keys=("ctrl", "Page_Down"), repeat=2)
    yield Key(keys=("ctrl", "shift", "t"))
    yield TypeText(text="A3\n")
    for row, name in enumerate(facts.sums, start=3):
        formula = f"=SUMIF($'{facts.source}'.{column}$2:{column}$30;A{row};$'{facts.source}'.D$2:D$30)"
        yield TypeText(text=f"{name}\t{formula}\n")
    yield from save_in_libreoffice()
    yield answer(facts.most)


def also_numbers_in_another_order(_guest: Guest, facts: Facts) -> Solution:
    yield from write(dict(reversed(facts.sums.items())))
    yield Terminate(status="success", answer=f"Most hours: {facts.most.upper()}")


def wrong_last_year(_guest: Guest, facts: Facts) -> Solution:
    yield from write({**dict.fromkeys(facts.sums, 0.0), **sums(facts.last_year, facts.field)})
    yield answer(facts.most)


def wrong_days_counted(_guest: Guest, facts: Facts) -> Solution:
    yield SUMMARY
    yield pivot(facts, aggregation_function="count")
    yield SAVE
    yield answer(facts.most)


def wrong_name_in_the_answer(_guest: Guest, facts: Facts) -> Solution:
    yield SUMMARY
    yield pivot(facts)
    yield SAVE
    yield answer(min(facts.sums, key=lambda name: facts.sums[name]))


def pivot(facts: Facts, aggregation_function: str = "sum") -> ToolCall:
    arguments = {
        "source_sheet": facts.source,
        "table_name": "Hours",
        "row_fields": [facts.field],
        "value_fields": ["Hours"],
        "aggregation_function": aggregation_function,
        "target_cell": "A3",
    }
    return ToolCall(name=f"{CALC}.create_pivot_table", arguments=arguments)


def write(hours: Mapping[str, float]) -> Solution:
    yield SUMMARY
    for row, (name, value) in enumerate(hours.items(), start=3):
        yield ToolCall(name=f"{CALC}.set_cell_value", arguments={"cell": f"A{row}", "value": name})
        yield ToolCall(name=f"{CALC}.set_cell_value", arguments={"cell": f"B{row}", "value": str(value)})
    yield SAVE


def answer(name: str) -> Terminate:
    return Terminate(status="success", answer=name)
