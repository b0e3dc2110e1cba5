from collections.abc import Sequence

from testbed.actions import Key, ToolCall, TypeText
from testbed.tasks import Guest, Solution, act_until, in_front, save_in_libreoffice

from .variant import Facts, Wish, rows

CALC = "osworld_mcp_libreoffice_calc"
SAVE = ToolCall(name=f"{CALC}.save")
LIST = "/home/user/Shared/list.txt"


def mcp(facts: Facts) -> Solution:
    """Read the list until it is finished."""
    yield from finished()
    yield from enter(facts.wishes)
    yield SAVE


def gui(facts: Facts) -> Solution:
    """Have the shell wait for the end of the list and close its window; then type the list, row by row."""
    yield TypeText(text=f"cat {LIST}\n")
    yield TypeText(text=f"until grep DONE {LIST}; do sleep 0.2; done; cat {LIST}; exit")
    yield from act_until(Key(keys=("Return",)), in_front(facts.file))
    yield Key(keys=("ctrl", "shift", "t"))
    yield TypeText(text="A2\n")
    for wish in facts.wishes:
        yield TypeText(text=f"{wish.item}\t{wish.count}\n")
    yield from save_in_libreoffice()


def also_cell_by_cell(_guest: Guest, facts: Facts) -> Solution:
    yield from finished()
    for row, wish in enumerate(facts.wishes, start=2):
        yield ToolCall(
            name=f"{CALC}.set_cell_value", arguments={"cell": f"B{row}", "value": f"={wish.count}"}
        )
        yield ToolCall(name=f"{CALC}.set_cell_value", arguments={"cell": f"A{row}", "value": wish.item})
    yield SAVE


def wrong_list_of_the_beginning(_guest: Guest, facts: Facts) -> Solution:
    yield from finished()
    yield from enter(facts.stages[0])
    yield SAVE


def wrong_struck_out_too(_guest: Guest, facts: Facts) -> Solution:
    yield from finished()
    yield from enter(facts.stages[-1])
    yield SAVE


def wrong_numbers_of_the_second_stage(_guest: Guest, facts: Facts) -> Solution:
    """The items are those of the finished list, but one number has changed since."""
    yield from finished()
    before = {wish.item: wish for wish in facts.stages[1]}
    yield from enter([before.get(wish.item, wish) for wish in facts.wishes])
    yield SAVE


def finished() -> Solution:
    done = False
    while not done:
        seen = yield ToolCall(name="filesystem_read_text_file", arguments={"path": LIST})
        done = "DONE" in seen.results[0].text


def enter(wishes: Sequence[Wish]) -> Solution:
    for title, values in zip(("Item", "Count"), rows(wishes), strict=True):
        arguments: dict[str, object] = {"column_name": title, "data": values}
        yield ToolCall(name=f"{CALC}.set_column_values", arguments=arguments)
