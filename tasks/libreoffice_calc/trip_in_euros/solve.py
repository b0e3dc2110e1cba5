from collections.abc import Sequence
from decimal import Decimal
from typing import Any

from testbed.actions import Key, Terminate, ToolCall, TypeText
from testbed.tasks import Guest, Solution, save_in_libreoffice

from .variant import FIRST, Facts, Rate, in_euros

CALC = "osworld_mcp_libreoffice_calc"
SAVE = ToolCall(name=f"{CALC}.save")


def mcp(facts: Facts) -> Solution:
    for name in ("Expenses", str(facts.year)):
        yield ToolCall(name=f"{CALC}.env_info", arguments={"sheet_name": name})
    yield from enter(facts.euros)


def gui(facts: Facts) -> Solution:
    """Look at the rates; then type the amounts down the column."""
    yield Key(keys=("ctrl", "Page_Down"))
    yield Key(keys=("ctrl", "Page_Down"))
    yield Key(keys=("ctrl", "Page_Up"), repeat=2)
    yield Key(keys=("ctrl", "shift", "t"))
    yield TypeText(text=f"E{FIRST}\n")
    for euros in facts.euros:
        yield TypeText(text=f"{euros}\n")
    yield from save_in_libreoffice()
    yield done(facts.euros)


def also_by_formulas(_guest: Guest, facts: Facts) -> Solution:
    """Each amount is multiplied in its cell by the cell of its rate."""
    for row, expense in enumerate(facts.expenses, start=FIRST):
        rate = [place for place, each in enumerate(facts.rates, start=2) if holds(each, row, facts)][-1]
        formula = f"=ROUND(C{row}*$'{facts.year}'.C{rate},2)"
        assert expense.currency == facts.rates[rate - 2].currency
        yield ToolCall(name=f"{CALC}.set_cell_value", arguments={"cell": f"E{row}", "value": formula})
    yield SAVE
    yield done(facts.euros)


def holds(rate: Rate, row: int, facts: Facts) -> bool:
    expense = facts.expenses[row - FIRST]
    return rate.currency == expense.currency and rate.since <= expense.day


def wrong_rates_of_last_year(_guest: Guest, facts: Facts) -> Solution:
    yield from enter([in_euros(each, facts.former) for each in facts.expenses])


def wrong_first_rate_of_each(_guest: Guest, facts: Facts) -> Solution:
    yield from enter([in_euros(each, facts.rates, first=True) for each in facts.expenses])


def wrong_total_below_too(_guest: Guest, facts: Facts) -> Solution:
    """A total in the sheet was not asked for."""
    yield write([*facts.euros, facts.total])
    yield SAVE
    yield done(facts.euros)


def enter(amounts: Sequence[Decimal]) -> Solution:
    yield write(amounts)
    yield SAVE
    yield done(amounts)


def write(amounts: Sequence[Decimal]) -> ToolCall:
    arguments: dict[str, Any] = {"column_name": "Euros", "data": [float(amount) for amount in amounts]}
    return ToolCall(name=f"{CALC}.set_column_values", arguments=arguments)


def done(amounts: Sequence[Decimal]) -> Terminate:
    return Terminate(status="success", answer=str(sum(amounts, Decimal(0))))
