from testbed import Guest, Key, Solution, ToolCall, TypeText, save_in_libreoffice

CALC = "osworld_mcp_libreoffice_calc"


def mcp() -> Solution:
    yield ToolCall(name=f"{CALC}.set_cell_value", arguments={"cell": "C14", "value": "=SUM(C2:C12)"})
    yield ToolCall(name=f"{CALC}.save")


def gui() -> Solution:
    yield Key(keys=("ctrl", "Home"))
    yield Key(keys=("Down",), repeat=13)
    yield Key(keys=("Right",), repeat=2)
    yield TypeText(text="=SUM(C2:C12)\n")
    yield from save_in_libreoffice()


def also_each_cell_named(_guest: Guest) -> Solution:
    total = "=" + "+".join(f"C{row}" for row in range(2, 13))
    yield ToolCall(name=f"{CALC}.set_cell_value", arguments={"cell": "C14", "value": total})
    yield ToolCall(name=f"{CALC}.save")


def also_fixed_range_with_the_empty_row(_guest: Guest) -> Solution:
    yield ToolCall(name=f"{CALC}.set_cell_value", arguments={"cell": "C14", "value": "=SUM($C$2:$C$13)"})
    yield ToolCall(name=f"{CALC}.save")


def wrong_number_typed_in(_guest: Guest) -> Solution:
    yield ToolCall(name=f"{CALC}.set_cell_value", arguments={"cell": "C14", "value": "794.79"})
    yield ToolCall(name=f"{CALC}.save")


def wrong_last_amount_left_out(_guest: Guest) -> Solution:
    yield ToolCall(name=f"{CALC}.set_cell_value", arguments={"cell": "C14", "value": "=SUM(C2:C11)"})
    yield ToolCall(name=f"{CALC}.save")


def wrong_cell_below(_guest: Guest) -> Solution:
    yield ToolCall(name=f"{CALC}.set_cell_value", arguments={"cell": "C13", "value": "=SUM(C2:C12)"})
    yield ToolCall(name=f"{CALC}.save")


def wrong_not_saved(_guest: Guest) -> Solution:
    yield ToolCall(name=f"{CALC}.set_cell_value", arguments={"cell": "C14", "value": "=SUM(C2:C12)"})
