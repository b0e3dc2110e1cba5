from testbed.actions import Click, ToolCall, TypeText
from testbed.tasks import Guest, Solution, act_until, in_front, save_in_libreoffice

CALC = "osworld_mcp_libreoffice_calc"


def mcp() -> Solution:
    yield _rename("Q2", "Second quarter")
    yield ToolCall(name=f"{CALC}.save")


def gui() -> Solution:
    yield from act_until(Click(x=281, y=685, count=2), in_front("Rename Sheet"))  # the tab Q2
    yield from act_until(TypeText(text="Second quarter\n"), in_front("spending.xlsx"))
    yield from save_in_libreoffice()


def wrong_sheet(_guest: Guest) -> Solution:
    yield _rename("Q1", "Second quarter")
    yield ToolCall(name=f"{CALC}.save")


def wrong_new_sheet_instead(_guest: Guest) -> Solution:
    yield ToolCall(name=f"{CALC}.switch_active_sheet", arguments={"sheet_name": "Second quarter"})
    yield ToolCall(name=f"{CALC}.save")


def wrong_spelling(_guest: Guest) -> Solution:
    yield _rename("Q2", "Second Quarter")
    yield ToolCall(name=f"{CALC}.save")


def wrong_not_saved(_guest: Guest) -> Solution:
    yield _rename("Q2", "Second quarter")


def _rename(old: str, new: str) -> ToolCall:
    return ToolCall(name=f"{CALC}.rename_sheet", arguments={"old_name": old, "new_name": new})
