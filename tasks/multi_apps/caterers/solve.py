from collections.abc import Sequence

from testbed.actions import Key, Terminate, ToolCall, TypeText
from testbed.tasks import Guest, Solution, act_until, in_front, save_in_libreoffice

CALC = "osworld_mcp_libreoffice_calc"
SAVE = ToolCall(name=f"{CALC}.save")
SWITCH = Key(keys=("alt", "Tab"))
OFFERS = ("Linde Kitchen", "Marktstube", "Ofenfrisch")

Costs = Sequence[Sequence[str]]

COSTS: Costs = (
    ("324.00", "126.00", "0.00", "450.00"),
    ("342.00", "114.00", "0.00", "456.00"),
    ("297.00", "108.00", "18.00", "423.00"),
)


def mcp() -> Solution:
    """The tabs are read on the screen."""
    yield from look()
    yield from enter(COSTS)
    yield answer("Ofenfrisch")


def gui() -> Solution:
    """Type the products, and the sums as formulas, row by row."""
    yield from look()
    yield from act_until(SWITCH, in_front("offers.xlsx"))
    yield Key(keys=("ctrl", "shift", "t"))
    yield TypeText(text="B2\n")
    for row in (
        ("=60*5.4", "=60*5.7", "=60*4.95"),
        ("=60*2.1", "=60*1.9", "=5*21.6"),
        ("0", "0", "18"),
        ("=SUM(B2:B4)", "=SUM(C2:C4)", "=SUM(D2:D4)"),
    ):
        for text in row:
            yield TypeText(text=f"{text}\t")
        yield Key(keys=("Return",))
    yield from save_in_libreoffice()
    yield answer("Ofenfrisch")


def look() -> Solution:
    for name in OFFERS[1:]:
        yield from act_until(Key(keys=("ctrl", "Tab")), in_front(name))


def also_in_a_sentence(_guest: Guest) -> Solution:
    yield from enter(COSTS)
    yield answer("We should take the offer of Ofenfrisch: 423 euros for all.")


def wrong_delivery_that_is_free_from_300_euros(_guest: Guest) -> Solution:
    yield from enter((("324.00", "126.00", "25.00", "475.00"), *COSTS[1:]))
    yield answer("Ofenfrisch")


def wrong_soup_with_sausage(_guest: Guest) -> Solution:
    yield from enter((COSTS[0], ("366.00", "114.00", "0.00", "480.00"), COSTS[2]))
    yield answer("Ofenfrisch")


def wrong_a_whole_cake_each(_guest: Guest) -> Solution:
    yield from enter((*COSTS[:2], ("297.00", "1296.00", "18.00", "1611.00")))
    yield answer("Linde Kitchen")


def wrong_no_answer(_guest: Guest) -> Solution:
    yield from enter(COSTS)


def enter(costs: Costs) -> Solution:
    for letter, column in zip("BCD", costs, strict=True):
        for row, value in enumerate(column, start=2):
            arguments = {"cell": f"{letter}{row}", "value": value}
            yield ToolCall(name=f"{CALC}.set_cell_value", arguments=arguments)
    yield SAVE


def answer(text: str) -> Terminate:
    return Terminate(status="success", answer=text)
