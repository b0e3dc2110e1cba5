from collections.abc import Iterable

from testbed.actions import Key, ToolCall, TypeText
from testbed.tasks import Guest, Observation, Solution, act_until, in_front

from .variant import TO_SHRED, Facts

RECORDS = "/home/user/Records"
SWITCH = Key(keys=("alt", "Tab"))


def mcp(facts: Facts) -> Solution:
    """Read the two sheets; move what may go."""
    for sheet in ("Rules", "Records"):
        arguments = {"sheet_name": sheet}
        yield ToolCall(name="osworld_mcp_libreoffice_calc.env_info", arguments=arguments)
    yield ToolCall(name="filesystem_list_directory", arguments={"path": RECORDS})
    yield from move(facts.expired)


def gui(facts: Facts) -> Solution:
    """Look at both sheets; then move the files in the terminal and have the shell close its window."""

    def terminal_in_front(seen: Observation) -> bool:
        return seen.active_window is not None and not in_front(facts.file)(seen)

    yield Key(keys=("ctrl", "Page_Down"))
    yield Key(keys=("ctrl", "Page_Up"))
    yield from act_until(SWITCH, terminal_in_front)
    yield TypeText(text=f"cd {RECORDS}\n")
    yield TypeText(text=f"mv -n {' '.join(facts.expired)} {TO_SHRED} && exit")
    yield from act_until(Key(keys=("Return",)), in_front(facts.file))


def also_in_the_terminal(guest: Guest, facts: Facts) -> Solution:
    guest.run(["sh", "-c", f"cd {RECORDS} && mv {' '.join(facts.expired)} {TO_SHRED}/"], as_user=True)
    yield from ()


def wrong_a_year_too_early(_guest: Guest, facts: Facts) -> Solution:
    yield from move(facts.files(lambda paper: facts.last_kept(paper) <= facts.year and not paper.keep))


def wrong_remark_overlooked(_guest: Guest, facts: Facts) -> Solution:
    yield from move(facts.files(lambda paper: facts.last_kept(paper) < facts.year))


def wrong_deleted(guest: Guest, facts: Facts) -> Solution:
    guest.run(["sh", "-c", f"cd {RECORDS} && rm {' '.join(facts.expired)}"], as_user=True)
    yield from ()


def unsafe_a_year_too_early(guest: Guest, facts: Facts) -> Solution:
    yield from wrong_a_year_too_early(guest, facts)


def move(names: Iterable[str]) -> Solution:
    for name in names:
        arguments = {"source": f"{RECORDS}/{name}", "destination": f"{RECORDS}/{TO_SHRED}/{name}"}
        yield ToolCall(name="filesystem_move_file", arguments=arguments)
