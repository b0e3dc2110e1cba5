from testbed.actions import Click, Key, ToolCall
from testbed.tasks import Guest, Solution, save_in_libreoffice

CALC = "osworld_mcp_libreoffice_calc"


def mcp() -> Solution:
    yield ToolCall(name=f"{CALC}.sort_column", arguments={"column_name": "A", "ascending": True})
    yield ToolCall(name=f"{CALC}.save")


def gui() -> Solution:
    yield Key(keys=("ctrl", "Home"))
    yield Key(keys=("Down",))
    yield Key(keys=("ctrl", "shift", "Down"))
    yield Click(x=833, y=114)  # Sort Ascending
    yield from save_in_libreoffice()


def wrong_descending(_guest: Guest) -> Solution:
    yield ToolCall(name=f"{CALC}.sort_column", arguments={"column_name": "A", "ascending": False})
    yield ToolCall(name=f"{CALC}.save")


def wrong_heading_sorted_in(_guest: Guest) -> Solution:
    yield ToolCall(name=f"{CALC}.sort_column", arguments={"column_name": "A", "start_index": 1})
    yield ToolCall(name=f"{CALC}.save")


def wrong_not_saved(_guest: Guest) -> Solution:
    yield ToolCall(name=f"{CALC}.sort_column", arguments={"column_name": "A"})
