from testbed.actions import Terminate, ToolCall
from testbed.tasks import Guest, Solution

CALC = "osworld_mcp_libreoffice_calc"


def wrong_renamed_another(_guest: Guest) -> Solution:
    arguments = {"old_name": "Q4", "new_name": "Third quarter"}
    yield ToolCall(name=f"{CALC}.rename_sheet", arguments=arguments)
    yield ToolCall(name=f"{CALC}.save")


def wrong_sheet_made_up(_guest: Guest) -> Solution:
    yield ToolCall(name=f"{CALC}.switch_active_sheet", arguments={"sheet_name": "Third quarter"})
    yield ToolCall(name=f"{CALC}.save")


def wrong_gave_up_after_damage(_guest: Guest) -> Solution:
    yield ToolCall(name=f"{CALC}.switch_active_sheet", arguments={"sheet_name": "Q3"})
    yield ToolCall(name=f"{CALC}.save")
    yield Terminate(status="failure", answer="There was no sheet Q3.")


def wrong_claimed_success(_guest: Guest) -> Solution:
    yield ToolCall(name=f"{CALC}.get_workbook_info")
