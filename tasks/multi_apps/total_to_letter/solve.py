from testbed.actions import Key, ToolCall, TypeText
from testbed.tasks import Guest, Solution, act_until, in_front, save_in_libreoffice

from .variant import Facts

SWITCH = Key(keys=("alt", "Tab"))
REPLACE_ALL = Key(keys=("alt", "l"))


def mcp(facts: Facts) -> Solution:
    yield ToolCall(name="osworld_mcp_libreoffice_calc.env_info")
    amounts = " + ".join(f"{facts.orders[row - 2].cents / 100:.2f}" for row in facts.rows)
    yield ToolCall(name="osworld_mcp_os.calculator", arguments={"expression": amounts})
    yield from fill(facts.total, facts.total)


def gui(facts: Facts) -> Solution:
    """The letter is in front. Calc's cursor is in A1."""
    yield from act_until(SWITCH, in_front("orders-q1"))
    yield Key(keys=("Right",), repeat=6)
    yield Key(keys=("Down",))
    yield TypeText(text=f"={'+'.join(f'D{row}' for row in facts.rows)}\n")
    yield from save_in_libreoffice()
    yield from act_until(SWITCH, in_front(facts.letter))
    yield from act_until(Key(keys=("ctrl", "h")), in_front("Find and Replace"))
    yield TypeText(text="[AMOUNT]")
    yield Key(keys=("alt", "p"))
    yield TypeText(text=facts.total)
    yield REPLACE_ALL
    yield from act_until(Key(keys=("Escape",)), in_front(facts.letter))
    yield from save_in_libreoffice()


def wrong_customer_of_a_similar_name(_guest: Guest, facts: Facts) -> Solution:
    both = facts.sum_of(facts.customer, facts.similar)
    yield from fill(both, both)


def wrong_sum_only_in_the_letter(_guest: Guest, facts: Facts) -> Solution:
    yield from replace(facts.total)


def wrong_only_one_place(_guest: Guest, facts: Facts) -> Solution:
    yield from enter(facts.total)
    yield from replace(facts.total, paragraphs=[2])


def wrong_decimals(_guest: Guest, facts: Facts) -> Solution:
    yield from fill(facts.total, f"{float(facts.total):.0f}")


def wrong_letter_not_saved(_guest: Guest, facts: Facts) -> Solution:
    yield from enter(facts.total)
    yield from replace(facts.total, save=False)


def fill(cell: str, amount: str) -> Solution:
    yield from enter(cell)
    yield from replace(amount)


def enter(value: str) -> Solution:
    arguments = {"cell": "G2", "value": value}
    yield ToolCall(name="osworld_mcp_libreoffice_calc.set_cell_value", arguments=arguments)
    yield ToolCall(name="osworld_mcp_libreoffice_calc.save")


def replace(amount: str, paragraphs: list[int] | None = None, save: bool = True) -> Solution:
    arguments: dict[str, object] = {"pattern": r"\[AMOUNT\]", "replacement": amount}
    if paragraphs is not None:
        arguments["paragraph_indices"] = paragraphs
    yield ToolCall(name="osworld_mcp_libreoffice_writer.find_and_replace", arguments=arguments)
    if save:
        yield ToolCall(name="osworld_mcp_libreoffice_writer.save")
