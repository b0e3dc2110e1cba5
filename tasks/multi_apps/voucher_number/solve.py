from testbed.actions import Key, ToolCall, TypeText
from testbed.tasks import Guest, Observation, Solution, act_until, in_front, save_in_libreoffice

from .variant import Facts

CALC = "osworld_mcp_libreoffice_calc"
SAVE = ToolCall(name=f"{CALC}.save")
INBOX = "/home/user/Inbox"
SWITCH = Key(keys=("alt", "Tab"))


def mcp(facts: Facts) -> Solution:
    """Enter the bill, save, and look into the folder until the voucher is there."""
    yield read(facts.bill)
    yield from enter(facts, facts.new.amount)
    yield SAVE
    yield from arrival(facts)
    yield read(facts.voucher_file)
    yield voucher(facts, facts.new.voucher)
    yield SAVE


def gui(facts: Facts) -> Solution:
    """Read the bill in the terminal and type it into the ledger; wait for the voucher there, and type its number."""
    new = facts.new
    yield TypeText(text=f"cd {INBOX} && cat {facts.bill}\n")
    yield from act_until(SWITCH, in_front("ledger.xlsx"))
    yield from go_to(f"A{facts.row}")
    yield TypeText(text=f"{new.day}\t{new.payee}\t{new.purpose}\t{new.amount:.2f}\n")
    yield from save_in_libreoffice()
    yield from act_until(SWITCH, terminal_in_front)
    yield TypeText(text=f"until cat {facts.voucher_file}; do sleep 0.5; done; exit")
    yield from act_until(Key(keys=("Return",)), in_front("ledger.xlsx"))
    yield from go_to(f"E{facts.row}")
    yield TypeText(text=f"{new.voucher}\n")
    yield from save_in_libreoffice()


def also_amount_as_a_formula(_guest: Guest, facts: Facts) -> Solution:
    new = facts.new
    yield from enter(facts, f"={new.cents / 100:.2f}-{new.paid / 100:.2f}")
    yield SAVE
    yield from arrival(facts)
    yield voucher(facts, new.voucher)
    yield SAVE


def wrong_whole_sum(_guest: Guest, facts: Facts) -> Solution:
    yield from enter(facts, facts.new.cents / 100)
    yield SAVE
    yield from arrival(facts)
    yield voucher(facts, facts.new.voucher)
    yield SAVE


def wrong_voucher_of_the_bill_before(_guest: Guest, facts: Facts) -> Solution:
    yield from enter(facts, facts.new.amount)
    yield voucher(facts, facts.before[-1].voucher)
    yield SAVE


def wrong_not_saved_again(_guest: Guest, facts: Facts) -> Solution:
    yield from enter(facts, facts.new.amount)
    yield SAVE
    yield from arrival(facts)
    yield voucher(facts, facts.new.voucher)


def arrival(facts: Facts) -> Solution:
    """Look into the folder until the voucher is there."""
    arrived = False
    while not arrived:
        seen = yield ToolCall(name="filesystem_list_directory", arguments={"path": INBOX})
        arrived = facts.voucher_file in seen.results[0].text


def enter(facts: Facts, amount: object) -> Solution:
    new = facts.new
    for letter, value in zip("ABCD", (new.day, new.payee, new.purpose, amount), strict=True):
        yield cell(f"{letter}{facts.row}", value)


def voucher(facts: Facts, number: int) -> ToolCall:
    return cell(f"E{facts.row}", number)


def cell(name: str, value: object) -> ToolCall:
    return ToolCall(name=f"{CALC}.set_cell_value", arguments={"cell": name, "value": str(value)})


def read(name: str) -> ToolCall:
    return ToolCall(name="filesystem_read_text_file", arguments={"path": f"{INBOX}/{name}"})


def terminal_in_front(seen: Observation) -> bool:
    return seen.active_window is not None and not in_front("ledger.xlsx")(seen)


def go_to(name: str) -> Solution:
    yield Key(keys=("ctrl", "shift", "t"))
    yield TypeText(text=f"{name}\n")
