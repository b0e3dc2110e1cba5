from testbed.actions import Key, ToolCall, TypeText
from testbed.tasks import Guest, Solution, act_until, in_front, save_in_libreoffice

from .variant import Facts, Order

CALC = "osworld_mcp_libreoffice_calc"
INBOX = "/home/user/Inbox"


def mcp(facts: Facts) -> Solution:
    yield from arrival(facts)
    yield ToolCall(name="filesystem_read_text_file", arguments={"path": f"{INBOX}/{facts.late_file}"})
    yield from enter(facts.late, facts.row)


def gui(facts: Facts) -> Solution:
    """Have the shell wait for the order and close its window; then type the order into the row, cell by cell."""
    yield TypeText(text=f"until cat {INBOX}/{facts.late_file}; do sleep 0.2; done; exit")
    yield from act_until(Key(keys=("Return",)), in_front(facts.file))
    yield Key(keys=("ctrl", "shift", "t"))
    yield TypeText(text=f"A{facts.row}\n")
    number, customer, item, count, price = facts.late.cells
    yield TypeText(text=f"{number}\t{customer}\t{item}\t{count}\t{price:.2f}\n")
    yield from save_in_libreoffice()


def wrong_order_before(_guest: Guest, facts: Facts) -> Solution:
    yield from arrival(facts)
    yield from enter(facts.orders[-1], facts.row)


def wrong_row_left_free(_guest: Guest, facts: Facts) -> Solution:
    yield from arrival(facts)
    yield from enter(facts.late, facts.row + 1)


def wrong_over_the_last_row(_guest: Guest, facts: Facts) -> Solution:
    yield from arrival(facts)
    yield from enter(facts.late, facts.row - 1)


def wrong_price_of_all(_guest: Guest, facts: Facts) -> Solution:
    yield from arrival(facts)
    yield from enter(facts.late, facts.row, price=f"{facts.late.price * facts.late.count:.2f}")


def wrong_not_saved(_guest: Guest, facts: Facts) -> Solution:
    yield from arrival(facts)
    yield from enter(facts.late, facts.row, save=False)


def arrival(facts: Facts) -> Solution:
    """Look into the folder until the order is there."""
    arrived = False
    while not arrived:
        seen = yield ToolCall(name="filesystem_list_directory", arguments={"path": INBOX})
        arrived = facts.late_file in seen.results[0].text


def enter(order: Order, row: int, *, price: str = "", save: bool = True) -> Solution:
    number, customer, item, count, amount = order.cells
    for letter, value in zip("ABCDE", (number, customer, item, count, price or amount), strict=True):
        arguments = {"cell": f"{letter}{row}", "value": str(value)}
        yield ToolCall(name=f"{CALC}.set_cell_value", arguments=arguments)
    if save:
        yield ToolCall(name=f"{CALC}.save")
