from collections.abc import Sequence

from testbed.actions import Key, ToolCall, TypeText
from testbed.tasks import Guest, Solution, save_in_libreoffice

from .variant import Facts

CALC = "osworld_mcp_libreoffice_calc"
SAVE = ToolCall(name=f"{CALC}.save")


def mcp(facts: Facts) -> Solution:
    """Read who is listed twice, and ask for each of them."""
    for column in ("Family name", "Telephone"):
        yield ToolCall(name=f"{CALC}.get_column_data", arguments={"column_name": column})
    for name, end in zip(facts.names, facts.ends, strict=True):
        yield from ask(f"Which telephone number of {name} is right?", end)
    yield from note(facts.right, facts.wrong)
    yield SAVE


def gui(facts: Facts) -> Solution:
    """Ask for all at once; go to each cell by the name box and type the note."""
    yield from ask(f"Which numbers of these are right: {', '.join(facts.names)}?", *facts.ends)
    for places, text in ((facts.right, "new"), (facts.wrong, "old")):
        for place in places:
            yield Key(keys=("ctrl", "shift", "t"))
            yield TypeText(text=f"D{place + 2}\n")
            yield TypeText(text=text)
            yield Key(keys=("Delete",))
            yield Key(keys=("Return",))
    yield from save_in_libreoffice()


def also_the_wrong_ones_first(_guest: Guest, facts: Facts) -> Solution:
    for place in facts.wrong:
        yield cell(place, "old")
    for place in facts.right:
        yield cell(place, "new")
    yield SAVE


def wrong_way_round(_guest: Guest, facts: Facts) -> Solution:
    yield from note(facts.wrong, facts.right)
    yield SAVE


def wrong_later_row_is_new(_guest: Guest, facts: Facts) -> Solution:
    """Without asking. Should that be right of all, the first is taken the other way."""
    pairs = [sorted(pair) for pair in zip(facts.right, facts.wrong, strict=True)]
    if all(pair[1] in facts.right for pair in pairs):
        pairs[0].reverse()
    yield from note([pair[1] for pair in pairs], [pair[0] for pair in pairs])
    yield SAVE


def wrong_new_ones_alone(_guest: Guest, facts: Facts) -> Solution:
    yield from note(facts.right, ())
    yield SAVE


def ask(question: str, *ends: str) -> Solution:
    seen = yield ToolCall(name="ask_user", arguments={"question": question})
    assert all(end in seen.results[0].text for end in ends), seen.results[0].text


def note(right: Sequence[int], wrong: Sequence[int]) -> Solution:
    for place in right:
        yield cell(place, "new")
    for place in wrong:
        yield cell(place, "old")


def cell(place: int, text: str) -> ToolCall:
    return ToolCall(name=f"{CALC}.set_cell_value", arguments={"cell": f"D{place + 2}", "value": text})
