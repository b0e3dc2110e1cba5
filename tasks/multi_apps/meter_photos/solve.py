from collections.abc import Callable

from testbed.actions import Key, Terminate, ToolCall, TypeText
from testbed.tasks import Guest, Solution, act_until, in_front, save_in_libreoffice

from .variant import Facts, Meter

CALC = "osworld_mcp_libreoffice_calc"
SAVE = ToolCall(name=f"{CALC}.save")
SWITCH = Key(keys=("alt", "Tab"))
NEXT_TAB = Key(keys=("ctrl", "Tab"))


def mcp(facts: Facts) -> Solution:
    """The photographs are read on the screen."""
    for place in range(2, facts.count + 1):
        yield from act_until(NEXT_TAB, in_front(f"photo-{place}.png"))
    yield from enter(facts, lambda meter: meter.new)
    yield SAVE
    yield answer(facts.missing)


def gui(facts: Facts) -> Solution:
    """Look at each photograph, and type its reading into the row of its meter."""
    for place, meter in enumerate(facts.photos, start=1):
        if place > 1:
            yield from act_until(NEXT_TAB, in_front(f"photo-{place}.png"))
        yield from act_until(SWITCH, in_front(facts.file))
        yield Key(keys=("ctrl", "shift", "t"))
        yield TypeText(text=f"D{facts.row(meter)}\n")
        yield TypeText(text=f"{meter.new}\n")
        if place < facts.count:
            yield from act_until(SWITCH, in_front(f"photo-{place}.png"))
    yield from save_in_libreoffice()
    yield answer(facts.missing)


def also_in_the_order_of_the_rows(_guest: Guest, facts: Facts) -> Solution:
    for meter in facts.meters:
        if meter != facts.missing:
            yield cell(facts, meter, meter.new)
    yield SAVE
    yield Terminate(
        status="success", answer=f"There is no photograph of the meter no. {facts.missing.number}."
    )


def wrong_red_digits_count(_guest: Guest, facts: Facts) -> Solution:
    yield from enter(facts, lambda meter: meter.new * 1000 + meter.litres)
    yield SAVE
    yield answer(facts.missing)


def wrong_in_the_order_of_the_tabs(_guest: Guest, facts: Facts) -> Solution:
    """Should the rows have that order, the first two are exchanged."""
    readings = [meter.new for meter in facts.photos]
    rows = [meter for meter in facts.meters if meter != facts.missing]
    if rows == facts.photos:
        readings[:2] = reversed(readings[:2])
    for meter, reading in zip(rows, readings, strict=True):
        yield cell(facts, meter, reading)
    yield SAVE
    yield answer(facts.missing)


def wrong_missing_one_is_guessed(_guest: Guest, facts: Facts) -> Solution:
    yield from enter(facts, lambda meter: meter.new)
    yield cell(facts, facts.missing, facts.missing.old)
    yield SAVE
    yield answer(facts.missing)


def wrong_other_meter_in_the_answer(_guest: Guest, facts: Facts) -> Solution:
    yield from enter(facts, lambda meter: meter.new)
    yield SAVE
    yield answer(facts.photos[0])


def enter(facts: Facts, read: Callable[[Meter], int]) -> Solution:
    for meter in facts.photos:
        yield cell(facts, meter, read(meter))


def cell(facts: Facts, meter: Meter, reading: int) -> ToolCall:
    arguments = {"cell": f"D{facts.row(meter)}", "value": str(reading)}
    return ToolCall(name=f"{CALC}.set_cell_value", arguments=arguments)


def answer(meter: Meter) -> Terminate:
    return Terminate(status="success", answer=str(meter.number))
