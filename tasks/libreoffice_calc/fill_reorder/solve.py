from testbed.actions import Key, ToolCall, TypeText
from testbed.tasks import Guest, Solution, save_in_libreoffice

CALC = "osworld_mcp_libreoffice_calc"
ANSWERS = ["No", "Yes", "No", "Yes", "No", "Yes", "No", "No", "Yes", "No"]


def mcp() -> Solution:
    yield ToolCall(name=f"{CALC}.env_info")
    yield _fill(ANSWERS)
    yield ToolCall(name=f"{CALC}.save")


def gui() -> Solution:
    """Type the answers from D2 down."""
    yield Key(keys=("ctrl", "Home"))
    yield Key(keys=("Right",), repeat=3)
    yield Key(keys=("Down",))
    yield TypeText(text="".join(f"{answer}\n" for answer in ANSWERS))
    yield from save_in_libreoffice()


def wrong_equal_counts_as_below(_guest: Guest) -> Solution:
    yield _fill(["No", "Yes", "Yes", "Yes", "No", "Yes", "No", "Yes", "Yes", "No"])
    yield ToolCall(name=f"{CALC}.save")


def wrong_only_the_yes_items(_guest: Guest) -> Solution:
    yield _fill([answer if answer == "Yes" else None for answer in ANSWERS])
    yield ToolCall(name=f"{CALC}.save")


def wrong_one_row_too_low(_guest: Guest) -> Solution:
    yield _fill(ANSWERS, first_row=3)
    yield ToolCall(name=f"{CALC}.save")


def _fill(answers: list[str | None] | list[str], first_row: int = 2) -> ToolCall:
    arguments = {"column_name": "Reorder", "data": answers, "start_index": first_row}
    return ToolCall(name=f"{CALC}.set_column_values", arguments=arguments)
