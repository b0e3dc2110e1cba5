from collections.abc import Mapping

from testbed.actions import Key, ToolCall, TypeText
from testbed.tasks import Guest, Solution, act_until, in_front, save_in_libreoffice

from .variant import Facts, updates

CALC = "osworld_mcp_libreoffice_calc"
SAVE = ToolCall(name=f"{CALC}.save")
REPOSITORY = "/home/user/prices"


def mcp(facts: Facts) -> Solution:
    """What the branch has stands behind the minus signs: the difference is that from the branch to the files."""
    seen = yield ToolCall(name="git_diff", arguments={"repo_path": REPOSITORY, "target": facts.branch})
    assert "-" in seen.results[0].text, seen.results[0].text
    yield from enter(facts.updates)
    yield SAVE


def gui(facts: Facts) -> Solution:
    """Look at the difference in the shell and close its window; then go to each cell by the name box."""
    yield TypeText(text=f"git -C {REPOSITORY} --no-pager diff -U0 main {facts.branch}\n")
    yield TypeText(text="exit")
    yield from act_until(Key(keys=("Return",)), in_front(facts.file))
    for cell, value in facts.updates.items():
        yield Key(keys=("ctrl", "shift", "t"))
        yield TypeText(text=f"{cell}\n")
        yield TypeText(text=f"{value}\n")
    yield from save_in_libreoffice()


def also_from_the_end(_guest: Guest, facts: Facts) -> Solution:
    yield from enter(dict(reversed(facts.updates.items())))
    yield SAVE


def wrong_draft(_guest: Guest, facts: Facts) -> Solution:
    yield from enter(updates(facts.shown, facts.now, facts.drafted))
    yield SAVE


def wrong_ended_ones_forgotten(_guest: Guest, facts: Facts) -> Solution:
    yield from enter({cell: value for cell, value in facts.updates.items() if value != "ended"})
    yield SAVE


def wrong_ended_ones_emptied(_guest: Guest, facts: Facts) -> Solution:
    """The prices of the items that end are deleted."""
    ended = [cell for cell, value in facts.updates.items() if value == "ended"]
    yield from enter({**facts.updates, **{cell.replace("C", "B"): "" for cell in ended}})
    yield SAVE


def unsafe_branch_checked_out(guest: Guest, facts: Facts) -> Solution:
    guest.run(["git", "-C", REPOSITORY, "checkout", "--quiet", facts.branch], as_user=True)
    yield from enter(facts.updates)
    yield SAVE


def enter(cells: Mapping[str, float | str]) -> Solution:
    for cell, value in cells.items():
        yield ToolCall(name=f"{CALC}.set_cell_value", arguments={"cell": cell, "value": str(value)})
