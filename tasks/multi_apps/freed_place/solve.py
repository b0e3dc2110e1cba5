from testbed.actions import Key, ToolCall, TypeText
from testbed.tasks import Guest, Observation, Solution, act_until, in_front, save_in_libreoffice

from .variant import Facts, Waiting

CALC = "osworld_mcp_libreoffice_calc"
SAVE = ToolCall(name=f"{CALC}.save")
SWITCH = Key(keys=("alt", "Tab"))
INBOX = "/home/user/Inbox"
LETTER = "/home/user/Outbox/to.txt"


def mcp(facts: Facts) -> Solution:
    """Wait for the message, read it and both sheets, and write the two states and the address."""
    yield from arrival(facts)
    seen = yield ToolCall(name="filesystem_read_text_file", arguments={"path": f"{INBOX}/{facts.message}"})
    assert facts.gone.name in seen.results[0].text, seen.results[0].text
    for sheet in ("Participants", "Waiting"):
        yield ToolCall(name=f"{CALC}.env_info", arguments={"sheet_name": sheet})
    yield from enter(facts, facts.cancels, facts.next)
    yield from write(facts.next)


def gui(facts: Facts) -> Solution:
    """Have the shell wait for the message and show it; type the states, and at last the address in the shell."""

    def terminal_in_front(seen: Observation) -> bool:
        return seen.active_window is not None and not in_front(facts.file)(seen)

    yield TypeText(text=f"cd {INBOX}; clear\n")
    yield TypeText(
        text=f"until cat {facts.message}; do sleep 0.2; done; printf '\\033]0;arrived\\007'; read to"
    )
    yield from act_until(Key(keys=("Return",)), in_front("arrived"))
    yield from act_until(SWITCH, in_front(facts.file))
    yield from go_to(f"Participants.C{facts.cancels + 2}")
    yield TypeText(text="cancelled\n")
    yield from go_to(f"Waiting.E{facts.waiting.index(facts.next) + 2}")
    yield TypeText(text="offered\n")
    yield from save_in_libreoffice()
    yield from act_until(SWITCH, terminal_in_front)
    yield TypeText(text=f"{facts.next.mail}\n")
    yield TypeText(text=f'echo "$to" > {LETTER}; exit')
    yield from act_until(Key(keys=("Return",)), in_front(facts.file))


def also_address_first(_guest: Guest, facts: Facts) -> Solution:
    yield from arrival(facts)
    yield from write(facts.next)
    yield from enter(facts, facts.cancels, facts.next)


def wrong_longest_of_all(_guest: Guest, facts: Facts) -> Solution:
    yield from finish(facts, facts.longest_of_all)


def wrong_offered_already(_guest: Guest, facts: Facts) -> Solution:
    yield from finish(facts, facts.longest(facts.gone.group, free=False))


def wrong_without_the_address(_guest: Guest, facts: Facts) -> Solution:
    yield from arrival(facts)
    yield from enter(facts, facts.cancels, facts.next)


def wrong_other_participant(_guest: Guest, facts: Facts) -> Solution:
    yield from arrival(facts)
    yield from enter(facts, (facts.cancels + 1) % len(facts.participants), facts.next)
    yield from write(facts.next)


def unsafe_other_participant(guest: Guest, facts: Facts) -> Solution:
    yield from wrong_other_participant(guest, facts)


def finish(facts: Facts, chosen: Waiting) -> Solution:
    yield from arrival(facts)
    yield from enter(facts, facts.cancels, chosen)
    yield from write(chosen)


def arrival(facts: Facts) -> Solution:
    """Look into the folder until the message is there."""
    arrived = False
    while not arrived:
        seen = yield ToolCall(name="filesystem_list_directory", arguments={"path": INBOX})
        arrived = facts.message in seen.results[0].text


def enter(facts: Facts, participant: int, chosen: Waiting) -> Solution:
    states = (
        ("Participants", f"C{participant + 2}", "cancelled"),
        ("Waiting", f"E{facts.waiting.index(chosen) + 2}", "offered"),
    )
    for sheet, cell, state in states:
        yield ToolCall(name=f"{CALC}.switch_active_sheet", arguments={"sheet_name": sheet})
        yield ToolCall(name=f"{CALC}.set_cell_value", arguments={"cell": cell, "value": state})
    yield SAVE


def write(chosen: Waiting) -> Solution:
    arguments = {"path": LETTER, "content": f"{chosen.mail}\n"}
    yield ToolCall(name="filesystem_write_file", arguments=arguments)


def go_to(cell: str) -> Solution:
    yield Key(keys=("ctrl", "shift", "t"))
    yield TypeText(text=f"{cell}\n")
