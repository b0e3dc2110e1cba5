from collections.abc import Sequence
from typing import Any

from testbed.actions import Key, ToolCall, TypeText
from testbed.tasks import Guest, Observation, Solution, act_until, in_front, save_in_libreoffice

from .variant import Facts

CALC = "osworld_mcp_libreoffice_calc"
SAVE = ToolCall(name=f"{CALC}.save")
RECORDINGS = "/home/user/Recordings"
SWITCH = Key(keys=("alt", "Tab"))


def mcp(facts: Facts) -> Solution:
    """Compare the tree of the folders with the list."""
    seen = yield ToolCall(name="filesystem_directory_tree", arguments={"path": RECORDINGS})
    content = seen.results[0].text
    assert all(f'"{each.file}"' in content for each in facts.recordings if each.state != "Missing"), content
    yield from enter(facts.states)
    yield SAVE


def gui(facts: Facts) -> Solution:
    """List the files in the terminal; then type the states below each other."""

    def terminal_in_front(seen: Observation) -> bool:
        return seen.active_window is not None and not in_front(facts.file)(seen)

    yield from act_until(SWITCH, terminal_in_front)
    yield TypeText(text=f"cd {RECORDINGS} && clear && find . -type f | sort\n")
    yield from act_until(SWITCH, in_front(facts.file))
    yield Key(keys=("ctrl", "shift", "t"))
    yield TypeText(text="E2\n")
    for state in facts.states:
        yield TypeText(text=f"{state}\n")
    yield from save_in_libreoffice()


def also_cell_by_cell(_guest: Guest, facts: Facts) -> Solution:
    for row, state in enumerate(facts.states, start=2):
        yield ToolCall(name=f"{CALC}.set_cell_value", arguments={"cell": f"E{row}", "value": state})
    yield SAVE


def wrong_part_counts(_guest: Guest, facts: Facts) -> Solution:
    yield from enter(["Here" if state == "Missing" else state for state in facts.states])
    yield SAVE


def wrong_in_another_folder_too(_guest: Guest, facts: Facts) -> Solution:
    yield from enter(
        ["Elsewhere" if each.state == "Here" and each.other else each.state for each in facts.recordings]
    )
    yield SAVE


def wrong_put_in_place(guest: Guest, facts: Facts) -> Solution:
    yield from enter(facts.states)
    yield SAVE
    for each in facts.recordings:
        if each.state == "Elsewhere":
            source = f"{RECORDINGS}/{each.other}/{each.file}"
            guest.run(["mv", source, f"{RECORDINGS}/{each.folder}/{each.file}"], as_user=True)


def enter(states: Sequence[str]) -> Solution:
    arguments: dict[str, Any] = {"column_name": "State", "data": list(states)}
    yield ToolCall(name=f"{CALC}.set_column_values", arguments=arguments)
