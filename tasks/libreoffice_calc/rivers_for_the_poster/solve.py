from collections.abc import Generator
from typing import Any

from testbed.actions import Key, ToolCall, TypeText
from testbed.tasks import Guest, Observation, Solution, save_in_libreoffice

FACTS = "encyclopedia_get_facts"
CALC = "osworld_mcp_libreoffice_calc"
SAVE = ToolCall(name=f"{CALC}.save")
RIVERS = ("River Tarrow", "River Corve", "River Mere", "River Holt")
Rows = list[tuple[str, str]]


def mcp() -> Solution:
    rows = yield from looked_up()
    yield from filled(rows)
    yield SAVE


def also_typed_in_calc(_guest: Guest) -> Solution:
    """The facts come from the server, the cells are filled with the keyboard."""
    rows = yield from looked_up()
    yield Key(keys=("ctrl", "Home"))
    yield Key(keys=("Down",))
    yield Key(keys=("Right",))
    for length, source in rows:
        yield TypeText(text=f"{length}\t{source}\n")
    yield from save_in_libreoffice()


def wrong_not_saved(_guest: Guest) -> Solution:
    rows = yield from looked_up()
    yield from filled(rows)


def wrong_in_the_order_of_the_list(_guest: Guest) -> Solution:
    """The rows are filled as the encyclopedia lists the rivers, by name."""
    rows = yield from looked_up(sorted(RIVERS))
    yield from filled(rows)
    yield SAVE


def wrong_lengths_with_unit(_guest: Guest) -> Solution:
    rows = yield from looked_up()
    yield from filled([(f"{length} km", source) for length, source in rows])
    yield SAVE


def wrong_mouth_for_source(_guest: Guest) -> Solution:
    rows = yield from looked_up(second="Mouth")
    yield from filled(rows)
    yield SAVE


def wrong_sum_typed_in(_guest: Guest) -> Solution:
    rows = yield from looked_up()
    yield from filled(rows)
    yield cell("B6", "913")
    yield SAVE


def looked_up(
    rivers: tuple[str, ...] | list[str] = RIVERS, second: str = "Source"
) -> Generator[Any, Observation, Rows]:
    """The length and another fact of each river."""
    rows = []
    for river in rivers:
        seen = yield ToolCall(name=FACTS, arguments={"title": river})
        found = seen.results[0].structured
        assert found is not None
        rows.append((found["facts"]["Length in kilometres"], found["facts"][second]))
    return rows


def filled(rows: Rows) -> Solution:
    for number, (length, source) in enumerate(rows, start=2):
        yield cell(f"B{number}", length)
        yield cell(f"C{number}", source)


def cell(name: str, value: str) -> ToolCall:
    return ToolCall(name=f"{CALC}.set_cell_value", arguments={"cell": name, "value": value})
