from collections.abc import Sequence
from typing import Any

from testbed.actions import Key, ToolCall, TypeText
from testbed.tasks import Guest, Solution, act_until, in_front, save_in_libreoffice

from .variant import Facts

CALC = "osworld_mcp_libreoffice_calc"
SAVE = ToolCall(name=f"{CALC}.save")
WISHES = "/home/user/Wishes"


def mcp(facts: Facts) -> Solution:
    """Wait for the change, read all wishes, and fill the column."""
    yield from arrival(facts)
    paths = [f"{WISHES}/{name}" for name in (*(f"{name.lower()}.txt" for name in facts.names), facts.late)]
    arguments: dict[str, Any] = {"paths": paths}
    seen = yield ToolCall(name="filesystem_read_multiple_files", arguments=arguments)
    assert str(facts.day(facts.lost)) in seen.results[0].text, seen.results[0].text
    yield from enter(facts.rota)
    yield SAVE


def gui(facts: Facts) -> Solution:
    """Read the wishes in the terminal and have the shell wait for the change; then type the names."""
    yield TypeText(text=f"cd {WISHES}; clear; head -n 20 *\n")
    yield TypeText(text=f"until cat {facts.late}; do sleep 0.3; done")
    yield TypeText(text="; printf '\\033]0;arrived\\007'; read; exit")
    yield from act_until(Key(keys=("Return",)), in_front("arrived"))
    yield from act_until(Key(keys=("Return",)), in_front(facts.file))
    for row, name in enumerate(facts.rota, start=2):
        yield Key(keys=("ctrl", "shift", "t"))
        yield TypeText(text=f"B{row}\n")
        yield TypeText(text=name)
        yield Key(keys=("Delete",))
        yield Key(keys=("Return",))
    yield from save_in_libreoffice()


def also_cell_by_cell(_guest: Guest, facts: Facts) -> Solution:
    yield from arrival(facts)
    for row, name in enumerate(facts.rota, start=2):
        yield ToolCall(name=f"{CALC}.set_cell_value", arguments={"cell": f"B{row}", "value": name})
    yield SAVE


def wrong_before_the_change(_guest: Guest, facts: Facts) -> Solution:
    yield from enter(facts.former)
    yield SAVE


def wrong_in_the_order_of_the_files(_guest: Guest, facts: Facts) -> Solution:
    yield from arrival(facts)
    yield from enter(facts.names)
    yield SAVE


def wrong_not_saved(_guest: Guest, facts: Facts) -> Solution:
    yield from arrival(facts)
    yield from enter(facts.rota)


def arrival(facts: Facts) -> Solution:
    """Look into the folder until the message is there."""
    arrived = False
    while not arrived:
        seen = yield ToolCall(name="filesystem_list_directory", arguments={"path": WISHES})
        arrived = facts.late in seen.results[0].text


def enter(names: Sequence[str]) -> Solution:
    arguments: dict[str, Any] = {"column_name": "Volunteer", "data": list(names)}
    yield ToolCall(name=f"{CALC}.set_column_values", arguments=arguments)
