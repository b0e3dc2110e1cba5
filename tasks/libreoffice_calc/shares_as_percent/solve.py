from testbed.actions import Key, ToolCall, TypeText
from testbed.tasks import Guest, Solution, save_in_libreoffice

from .variant import Facts

CALC = "osworld_mcp_libreoffice_calc"
SAVE = ToolCall(name=f"{CALC}.save")


def mcp(_facts: Facts) -> Solution:
    seen = yield ToolCall(name=f"{CALC}.get_column_data", arguments={"column_name": "Share"})
    column = seen.results[0].structured
    assert column is not None, seen.results[0].text
    yield shown(f"{column['column']}2:{column['column']}{len(column['data']) + 1}")
    yield SAVE


def gui(facts: Facts) -> Solution:
    """Select the shares in the name box; the shortcut for percentages has two digits."""
    yield Key(keys=("ctrl", "shift", "t"))
    yield TypeText(text=f"{facts.shares}\n")
    yield Key(keys=("ctrl", "shift", "5"))
    yield from save_in_libreoffice()


def also_the_whole_column(_guest: Guest, _facts: Facts) -> Solution:
    yield shown("C:C")
    yield SAVE


def also_as_a_format_code(_guest: Guest, facts: Facts) -> Solution:
    arguments = {"range_str": facts.shares, "format_type": "0.00%"}
    yield ToolCall(name=f"{CALC}.set_number_format", arguments=arguments)
    yield SAVE


def wrong_without_digits(_guest: Guest, facts: Facts) -> Solution:
    yield shown(facts.shares, digits=0)
    yield SAVE


def wrong_growth_too(_guest: Guest, facts: Facts) -> Solution:
    yield shown(facts.shares.replace(":C", ":D"))
    yield SAVE


def wrong_first_only(_guest: Guest, _facts: Facts) -> Solution:
    yield shown("C2")
    yield SAVE


def wrong_as_texts(_guest: Guest, facts: Facts) -> Solution:
    texts = [f"'{row.count / facts.total:.2%}" for row in facts.rows]
    yield ToolCall(name=f"{CALC}.set_column_values", arguments={"column_name": "Share", "data": texts})
    yield SAVE


def wrong_values_for_formulas(_guest: Guest, facts: Facts) -> Solution:
    values = [round(row.count / facts.total, 4) for row in facts.rows]
    yield ToolCall(name=f"{CALC}.set_column_values", arguments={"column_name": "Share", "data": values})
    yield shown(facts.shares)
    yield SAVE


def wrong_not_saved(_guest: Guest, facts: Facts) -> Solution:
    yield shown(facts.shares)


def shown(cells: str, digits: int = 2) -> ToolCall:
    arguments = {"range_str": cells, "format_type": "percent", "decimal_places": digits}
    return ToolCall(name=f"{CALC}.set_number_format", arguments=arguments)
