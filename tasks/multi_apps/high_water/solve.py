from collections.abc import Callable

from testbed.actions import Key, ToolCall, TypeText
from testbed.tasks import Guest, Solution, act_until, in_front, save_in_libreoffice

from .variant import Facts, HighWater, Outing

CALC = "osworld_mcp_libreoffice_calc"
SAVE = ToolCall(name=f"{CALC}.save")
SWITCH = Key(keys=("alt", "Tab"))

Choice = Callable[[Outing], HighWater | None]


def mcp(facts: Facts) -> Solution:
    """The tide table is read on the screen."""
    yield Key(keys=("Page_Down",))
    yield from enter(facts, lambda outing: facts.tide(outing.day))
    yield SAVE


def gui(facts: Facts) -> Solution:
    """Look at the table for each outing, and type what it says into the outing's row."""
    for row, outing in enumerate(facts.outings, start=2):
        tide = facts.tide(outing.day)
        if tide is None:
            continue
        yield from act_until(SWITCH, in_front("outings.xlsx"))
        yield Key(keys=("ctrl", "shift", "t"))
        yield TypeText(text=f"C{row}\n")
        yield TypeText(text=f"{tide.time}\t{tide.height}\n")
        yield from act_until(SWITCH, in_front("Tide table"))
    yield from act_until(SWITCH, in_front("outings.xlsx"))
    yield from save_in_libreoffice()


def also_from_the_last_row_up(_guest: Guest, facts: Facts) -> Solution:
    for row, outing in reversed(list(enumerate(facts.outings, start=2))):
        tide = facts.tide(outing.day)
        if tide is not None:
            yield from enter_row(row, tide.time, f"{tide.height:.2f}")
    yield SAVE


def wrong_harbour(_guest: Guest, facts: Facts) -> Solution:
    yield from enter(facts, lambda outing: facts.tide(outing.day, 0))
    yield SAVE


def wrong_night_tide_on_the_day_without(_guest: Guest, facts: Facts) -> Solution:
    yield from enter(facts, lambda outing: facts.tide(outing.day) or facts.tides[outing.day - 1][0])
    yield SAVE


def wrong_not_saved(_guest: Guest, facts: Facts) -> Solution:
    yield from enter(facts, lambda outing: facts.tide(outing.day))


def enter(facts: Facts, choose: Choice) -> Solution:
    for row, outing in enumerate(facts.outings, start=2):
        tide = choose(outing)
        if tide is not None:
            yield from enter_row(row, tide.time, str(tide.height))


def enter_row(row: int, time: str, height: str) -> Solution:
    yield cell(f"C{row}", time)
    yield cell(f"D{row}", height)


def cell(name: str, value: str) -> ToolCall:
    return ToolCall(name=f"{CALC}.set_cell_value", arguments={"cell": name, "value": value})
