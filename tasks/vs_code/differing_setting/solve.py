from testbed.actions import Key, Terminate, ToolCall, TypeText
from testbed.tasks import (
    VSCODE_CHOSEN_ROW,
    Guest,
    Observation,
    Solution,
    act_until,
    in_front,
    is_blue,
    repeat_until,
    text_in,
)

from .variant import Facts

FOLDER = "/home/user/stations"
KEYS_OF_COMMANDS = (700, 140, 975, 330)
"""On the right below the list's first row; the lines of the files end before."""


def mcp(facts: Facts) -> Solution:
    """The differences are read on the screen."""
    arguments = {
        "file1": f"{FOLDER}/station-{facts.name}.ini",
        "file2": f"{FOLDER}/station-{facts.other}.ini",
    }
    yield ToolCall(name="osworld_mcp_code.compare_files", arguments=arguments)
    yield answer(facts.different.name, facts.different.value)


def gui(facts: Facts) -> Solution:
    """Open each file by its name and look through it."""
    for name in (facts.name, facts.other):
        yield from act_until(Key(keys=("F1",), repeat=1), is_blue(*VSCODE_CHOSEN_ROW))
        yield Key(keys=("ctrl", "a"))
        yield from act_until(TypeText(text=f"station-{name}.ini"), lists_the_file)
        yield from repeat_until(Key(keys=("Return",), repeat=1), in_front(f"station-{name}.ini"))
        yield Key(keys=("Page_Down",))
    yield answer(facts.different.name, facts.different.value)


def lists_the_file(seen: Observation) -> bool:
    """Whether the list has found it, and no commands with their keys are there any more."""
    return is_blue(*VSCODE_CHOSEN_ROW)(seen) and not text_in(*KEYS_OF_COMMANDS)(seen)


def also_in_a_sentence(_guest: Guest, facts: Facts) -> Solution:
    different = facts.different
    text = f"They differ in {different.name} of the section {different.section}: {different.value} there."
    yield Terminate(status="success", answer=text)


def wrong_value_of_the_other_station(_guest: Guest, facts: Facts) -> Solution:
    yield answer(facts.different.name, facts.different.other)


def wrong_against_the_old_file(_guest: Guest, facts: Facts) -> Solution:
    other = next(each for each in facts.settings if each.old != each.value and each != facts.different)
    yield answer(other.name, other.value)


def wrong_put_right(guest: Guest, facts: Facts) -> Solution:
    different, path = facts.different, f"{FOLDER}/station-{facts.name}.ini"
    text = guest.read_file(path).decode()
    line = f"\n{different.name} = {{}}\n"
    guest.write_file(path, text.replace(line.format(different.value), line.format(different.other)).encode())
    yield answer(different.name, different.value)


def answer(name: str, value: int) -> Terminate:
    return Terminate(status="success", answer=f"{name} = {value}")
