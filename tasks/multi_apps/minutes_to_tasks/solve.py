from collections.abc import Sequence

from testbed.actions import Key, ToolCall, TypeText
from testbed.tasks import Guest, Solution, act_until, in_front, save_in_libreoffice

CALC = "osworld_mcp_libreoffice_calc"
SAVE = ToolCall(name=f"{CALC}.save")
SWITCH = Key(keys=("alt", "Tab"))
FIRST = 6

Task = tuple[str, str, str]

PUMP = ("Have the pump looked at", "Tessa Bell", "2026-03-27")
SECOND_PUMP = ("Buy a second pump", "Rolf Berg", "2026-04-10")
METER = ("Read the water meter", "Milan Kovac", "2026-03-20")
BANNER = ("Fetch the banner from the school", "Mara Keller", "2026-04-24")
NEWSPAPER = ("Write to the newspaper", "Rolf Berg", "2026-04-17")
SCYTHES = ("Have the scythes sharpened", "Tim Bowen", "2026-04-02")
KEY = ("Copy the shed key twice", "Milan Kovac", "2026-03-31")
TASKS = (PUMP, METER, BANNER, NEWSPAPER, SCYTHES, KEY)


def mcp() -> Solution:
    """No tool says what is struck through: it is seen on the screen, below the first page of it, too."""
    yield Key(keys=("Page_Down",))
    yield from enter(TASKS)
    yield SAVE


def gui() -> Solution:
    """Look at the people, then go from each action of the minutes to the next row of the list."""
    yield from act_until(SWITCH, in_front("tasks.xlsx"))
    yield Key(keys=("ctrl", "Page_Down"))
    yield Key(keys=("ctrl", "Page_Up"))
    yield Key(keys=("ctrl", "shift", "t"))
    yield TypeText(text=f"A{FIRST}\n")
    for number, (task, name, due) in enumerate(TASKS, start=FIRST - 1):
        yield from act_until(SWITCH, in_front("minutes.docx"))
        if number == FIRST + 1:
            yield Key(keys=("Page_Down",))
        yield from act_until(SWITCH, in_front("tasks.xlsx"))
        yield TypeText(text=f"{number}\t{task}\t{name}\t{due}\n")
    yield from save_in_libreoffice()


def wrong_withdrawn_ones_too(_guest: Guest) -> Solution:
    yield from enter((PUMP, SECOND_PUMP, METER, BANNER, NEWSPAPER, SCYTHES, KEY))
    yield SAVE


def wrong_initials_mixed_up(_guest: Guest) -> Solution:
    yield from enter((PUMP, METER, (BANNER[0], "Milan Kovac", BANNER[2]), NEWSPAPER, SCYTHES, KEY))
    yield SAVE


def wrong_in_the_order_of_the_dates(_guest: Guest) -> Solution:
    yield from enter(sorted(TASKS, key=lambda task: task[2]))
    yield SAVE


def wrong_last_one_forgotten(_guest: Guest) -> Solution:
    yield from enter(TASKS[:-1])
    yield SAVE


def enter(tasks: Sequence[Task]) -> Solution:
    for row, (task, name, due) in enumerate(tasks, start=FIRST):
        for letter, value in zip("ABCD", (str(row - 1), task, name, due), strict=True):
            arguments = {"cell": f"{letter}{row}", "value": value}
            yield ToolCall(name=f"{CALC}.set_cell_value", arguments=arguments)
