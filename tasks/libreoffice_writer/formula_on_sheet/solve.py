from testbed.actions import Key, ToolCall, TypeText
from testbed.tasks import Guest, Solution, save_in_libreoffice

from .variant import LINE, Facts

WRITER = "osworld_mcp_libreoffice_writer"
SAVE = ToolCall(name=f"{WRITER}.save")


def mcp(facts: Facts) -> Solution:
    """The cursor is brought behind the colon first."""
    yield from go_to_line(LINE)
    yield insert(facts, f"{{{facts.top} + {facts.second}}} over {facts.bottom}")
    yield SAVE


def gui(facts: Facts) -> Solution:
    """Find the command for a formula object, type it, and leave the formula by Escape."""
    yield from go_to_line(LINE)
    yield Key(keys=("shift", "Escape"))
    yield TypeText(text="Formula Object")
    yield Key(keys=("Return",))
    yield TypeText(text=f"{facts.letter} = {{{facts.top} + {facts.second}}} over {facts.bottom}")
    yield Key(keys=("Escape",), repeat=2)
    yield from save_in_libreoffice()


def go_to_line(number: int) -> Solution:
    yield Key(keys=("ctrl", "Home"))
    yield Key(keys=("ctrl", "Down"), repeat=number)
    yield Key(keys=("End",))


def also_braces_around_the_denominator(_guest: Guest, facts: Facts) -> Solution:
    yield from go_to_line(LINE)
    yield insert(facts, f"{{ {facts.top}+{facts.second} }} over {{ {facts.bottom} }}")
    yield SAVE


def wrong_as_text(_guest: Guest, facts: Facts) -> Solution:
    yield from go_to_line(LINE)
    yield TypeText(text=f"{facts.letter} = ({facts.top} + {facts.second}) / {facts.bottom}")
    yield SAVE


def wrong_fraction_of_the_second_alone(_guest: Guest, facts: Facts) -> Solution:
    yield from go_to_line(LINE)
    yield insert(facts, f"{facts.top} + {facts.second} over {facts.bottom}")
    yield SAVE


def wrong_at_the_end(_guest: Guest, facts: Facts) -> Solution:
    yield Key(keys=("ctrl", "End"))
    yield insert(facts, f"{{{facts.top} + {facts.second}}} over {facts.bottom}")
    yield SAVE


def insert(facts: Facts, right: str) -> ToolCall:
    arguments = {"formula": f"{facts.letter} = {right}"}
    return ToolCall(name=f"{WRITER}.insert_formula_at_cursor", arguments=arguments)
