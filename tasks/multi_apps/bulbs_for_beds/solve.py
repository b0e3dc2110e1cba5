from collections.abc import Iterable

from testbed.actions import Key, ToolCall, TypeText
from testbed.tasks import Guest, Solution, act_until, in_front, save_in_libreoffice

from .variant import Bulb, Facts

CALC = "osworld_mcp_libreoffice_calc"
SAVE = ToolCall(name=f"{CALC}.save")
SWITCH = Key(keys=("alt", "Tab"))


def mcp(facts: Facts) -> Solution:
    """The list of the nursery is read on the screen."""
    yield ToolCall(name=f"{CALC}.env_info")
    yield from ask(facts)
    yield from enter(facts, (bed.fits for bed in facts.beds))
    yield SAVE


def gui(facts: Facts) -> Solution:
    """Look at the beds, ask for each, and look at the list; then type variety and packs into the rows."""
    yield from act_until(SWITCH, in_front(facts.file))
    yield from ask(facts)
    yield from act_until(SWITCH, in_front("Bulbs of the nursery"))
    for row, bed in enumerate(facts.beds, start=2):
        yield from act_until(SWITCH, in_front(facts.file))
        yield Key(keys=("ctrl", "shift", "t"))
        yield TypeText(text=f"E{row}\n")
        yield TypeText(text=bed.fits.name)
        yield Key(keys=("Delete",))
        yield TypeText(text=f"\t{bed.fits.packs(bed.bulbs)}\n")
        if bed != facts.beds[-1]:
            yield from act_until(SWITCH, in_front("Bulbs of the nursery"))
    yield from save_in_libreoffice()


def also_asked_at_once(_guest: Guest, facts: Facts) -> Solution:
    names = ", ".join(bed.name for bed in facts.beds)
    question = f"Which colours shall these beds have: {names}?"
    seen = yield ToolCall(name="ask_user", arguments={"question": question})
    assert all(bed.fits.colour in seen.results[0].text for bed in facts.beds), seen.results[0].text
    for row, bed in reversed(list(enumerate(facts.beds, start=2))):
        yield cell(f"F{row}", f"=ROUNDUP(D{row}/{bed.fits.pack},0)")
        yield cell(f"E{row}", bed.fits.name)
    yield SAVE


def wrong_other_colour(_guest: Guest, facts: Facts) -> Solution:
    """Of one bed."""
    first, *rest = facts.beds
    yield from enter(facts, [first.other_colour, *(bed.fits for bed in rest)])
    yield SAVE


def wrong_too_high(_guest: Guest, facts: Facts) -> Solution:
    *first, last = facts.beds
    yield from enter(facts, [*(bed.fits for bed in first), last.too_high])
    yield SAVE


def wrong_a_pack_too_few(_guest: Guest, facts: Facts) -> Solution:
    yield from enter(facts, (bed.fits for bed in facts.beds))
    for row, bed in enumerate(facts.beds, start=2):
        yield cell(f"F{row}", str(bed.bulbs // bed.fits.pack))
    yield SAVE


def wrong_not_saved(_guest: Guest, facts: Facts) -> Solution:
    yield from enter(facts, (bed.fits for bed in facts.beds))


def ask(facts: Facts) -> Solution:
    for bed in facts.beds:
        question = f"Which colour shall the bed {bed.name} have?"
        seen = yield ToolCall(name="ask_user", arguments={"question": question})
        assert bed.fits.colour in seen.results[0].text, seen.results[0].text


def enter(facts: Facts, bulbs: Iterable[Bulb]) -> Solution:
    for row, (bed, bulb) in enumerate(zip(facts.beds, bulbs, strict=True), start=2):
        yield cell(f"E{row}", bulb.name)
        yield cell(f"F{row}", str(bulb.packs(bed.bulbs)))


def cell(name: str, value: str) -> ToolCall:
    return ToolCall(name=f"{CALC}.set_cell_value", arguments={"cell": name, "value": value})
