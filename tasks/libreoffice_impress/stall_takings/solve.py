from testbed.actions import Key, ToolCall, TypeText
from testbed.tasks import Guest, Solution, save_in_libreoffice

from .variant import GAP, Facts, sentence

IMPRESS = "osworld_mcp_libreoffice_impress"
SAVE = ToolCall(name=f"{IMPRESS}.save")
GIVING = 3
"""The number of the slide with the gap."""
BOX = 2


def mcp(facts: Facts) -> Solution:
    seen = yield ToolCall(name=f"{IMPRESS}.env_info")
    assert sentence(facts, GAP) in seen.results[0].text, seen.results[0].text
    yield write(facts, facts.amount)
    yield SAVE


def gui(facts: Facts) -> Solution:
    """Look at the slides; then write the sentence anew in the third box of the last one."""
    yield Key(keys=("Page_Down",))
    yield Key(keys=("Page_Down",))
    yield Key(keys=("Tab",), repeat=BOX + 1)
    yield Key(keys=("F2",))
    yield Key(keys=("ctrl", "a"))
    yield TypeText(text=sentence(facts, str(facts.amount)))
    yield Key(keys=("Escape",), repeat=2)
    yield from save_in_libreoffice()


def also_written_twice(_guest: Guest, facts: Facts) -> Solution:
    yield write(facts, facts.without_costs)
    yield write(facts, facts.amount)
    yield SAVE


def wrong_guests_counted(_guest: Guest, facts: Facts) -> Solution:
    yield write(facts, facts.with_guests)
    yield SAVE


def wrong_nothing_given(_guest: Guest, facts: Facts) -> Solution:
    """All that is left."""
    yield write(facts, facts.left)
    yield SAVE


def wrong_costs_forgotten(_guest: Guest, facts: Facts) -> Solution:
    yield write(facts, facts.without_costs)
    yield SAVE


def wrong_not_saved(_guest: Guest, facts: Facts) -> Solution:
    yield write(facts, facts.amount)


def write(facts: Facts, amount: int) -> ToolCall:
    arguments = {"content": sentence(facts, str(amount)), "page_index": GIVING, "box_index": BOX}
    return ToolCall(name=f"{IMPRESS}.write_text", arguments=arguments)
