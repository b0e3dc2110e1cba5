from testbed.actions import Click, Key, ToolCall, TypeText
from testbed.tasks import Guest, Solution, act_until, in_front, is_blue

from .variant import Facts

IMPRESS = "osworld_mcp_libreoffice_impress"
TICK, TICKED = Click(x=501, y=224), (497, 216)
"""The box before the minutes, and a pixel of its edge that is blue when it is chosen."""


def mcp(facts: Facts) -> Solution:
    seen = yield ToolCall(name=f"{IMPRESS}.get_slide_count")
    content = seen.results[0].structured
    assert content is not None, seen.results[0].text
    yield auto_save(facts.minutes_for(content["slide_count"]))


def gui(facts: Facts) -> Solution:
    """The status bar counts all slides; Load/Save is the 14th line of the options' tree, General the first below it."""
    options = in_front("Options - LibreOffice")
    yield from act_until(Key(keys=("alt", "F12")), options)
    yield Key(keys=("Home",))
    yield Key(keys=("Down",), repeat=13)
    yield Key(keys=("Right",))
    yield from act_until(Key(keys=("Down",)), in_front("Options - Load/Save - General"))
    yield from act_until(TICK, is_blue(*TICKED))
    yield Key(keys=("Tab",))
    yield Key(keys=("ctrl", "a"))
    yield TypeText(text=f"{facts.minutes}\t")
    yield from act_until(Key(keys=("Return",)), in_front("Restart LibreOffice"))
    yield from act_until(Key(keys=("Escape",)), in_front(facts.file))


def also_set_twice(_guest: Guest, facts: Facts) -> Solution:
    yield auto_save(facts.minutes_for(facts.shown))
    yield auto_save(facts.minutes)


def wrong_hidden_slides_left_out(_guest: Guest, facts: Facts) -> Solution:
    yield auto_save(facts.minutes_for(facts.shown))


def wrong_still_switched_off(_guest: Guest, facts: Facts) -> Solution:
    arguments = {"enabled": False, "interval_minutes": facts.minutes}
    yield ToolCall(name=f"{IMPRESS}.configure_auto_save", arguments=arguments)


def wrong_minutes_of_the_settings(_guest: Guest, _facts: Facts) -> Solution:
    yield auto_save(10)


def wrong_slides_deleted(guest: Guest, facts: Facts) -> Solution:
    yield auto_save(facts.minutes)
    guest.write_file(f"/home/user/Documents/{facts.file}", b"")


def auto_save(minutes: int) -> ToolCall:
    arguments = {"enabled": True, "interval_minutes": minutes}
    return ToolCall(name=f"{IMPRESS}.configure_auto_save", arguments=arguments)
