import re
from collections.abc import Sequence

from testbed.actions import Key, ToolCall, TypeText
from testbed.tasks import Guest, Solution, save_in_libreoffice

from .variant import MARKS, Facts

WRITER = "osworld_mcp_libreoffice_writer"
SAVE = ToolCall(name=f"{WRITER}.save")
BEGINNING = 12
"""So many letters tell a version from all others, and are in one line."""


def mcp(facts: Facts) -> Solution:
    """Read the draft, ask for each point, and replace the paragraphs."""
    yield ToolCall(name=f"{WRITER}.env_info")
    yield from ask(facts)
    yield from take(facts, [point.taken for point in facts.points])
    yield SAVE


def gui(facts: Facts) -> Solution:
    """Ask; then find each version that goes and delete its line, and the mark of each that stays."""
    yield from ask(facts)
    for point in facts.points:
        yield from find(point.marked[1 - point.taken])
        yield Key(keys=("Delete",))
        yield Key(keys=("Delete",))
        yield from find(point.marked[point.taken][:BEGINNING])
        yield Key(keys=("Home",))
        yield Key(keys=("Delete",), repeat=len("(A) "))
    yield from save_in_libreoffice()


def find(text: str) -> Solution:
    """Choose a text by the search."""
    yield Key(keys=("ctrl", "Home"))
    yield Key(keys=("ctrl", "f"))
    yield TypeText(text=f"{text}\n")
    yield Key(keys=("Escape",))


def also_asked_at_once(_guest: Guest, facts: Facts) -> Solution:
    names = ", ".join(point.name for point in facts.points)
    seen = yield ToolCall(name="ask_user", arguments={"question": f"A or B, for these points: {names}?"})
    assert all(point.choice in seen.results[0].text for point in facts.points), seen.results[0].text
    yield from take(facts, [point.taken for point in facts.points])
    yield SAVE


def wrong_first_version_of_all(_guest: Guest, facts: Facts) -> Solution:
    yield from take(facts, [0, 0, 0])
    yield SAVE


def wrong_marks_left(_guest: Guest, facts: Facts) -> Solution:
    yield from ask(facts)
    for point in facts.points:
        yield replace(point.marked[1 - point.taken], "")
    yield SAVE


def wrong_last_line_changed(_guest: Guest, facts: Facts) -> Solution:
    yield from take(facts, [point.taken for point in facts.points])
    yield replace("(B. Klein", "(Klein")
    yield SAVE


def ask(facts: Facts) -> Solution:
    for point in facts.points:
        question = f"Which version do we take for {point.name}, {MARKS[0]} or {MARKS[1]}?"
        seen = yield ToolCall(name="ask_user", arguments={"question": question})
        assert point.choice in seen.results[0].text, seen.results[0].text


def take(facts: Facts, choices: Sequence[int]) -> Solution:
    for point, choice in zip(facts.points, choices, strict=True):
        yield replace(point.marked[1 - choice], "")
        yield replace(point.marked[choice], point.versions[choice])


def replace(text: str, new: str) -> ToolCall:
    arguments = {"pattern": re.escape(text).replace(r"\ ", " "), "replacement": new}
    return ToolCall(name=f"{WRITER}.find_and_replace", arguments=arguments)
