import re
from collections.abc import Sequence

from testbed.actions import Key, ToolCall, TypeText
from testbed.tasks import Guest, Solution, act_until, in_front, save_in_libreoffice

from .variant import Facts, clock, gaps, times

WRITER = "osworld_mcp_libreoffice_writer"
SAVE = ToolCall(name=f"{WRITER}.save")
SWITCH = Key(keys=("alt", "Tab"))


def mcp(facts: Facts) -> Solution:
    """Add up the minutes of the sheet in the order of the programme."""
    seen = yield ToolCall(name="osworld_mcp_libreoffice_calc.env_info")
    content = seen.results[0].structured
    assert content is not None, seen.results[0].text
    minutes = {str(title): int(value) for title, value in content["data"]}
    seen = yield ToolCall(name=f"{WRITER}.env_info")
    programme = seen.results[0].text
    order = sorted((title for title in minutes if f"  {title}" in programme), key=programme.index)
    now, words = facts.begins, []
    for title in order:
        now += facts.pause if title == facts.after_break else 0
        words.append(clock(now))
        now += minutes[title]
    yield from fill(facts, words)
    yield SAVE


def gui(facts: Facts) -> Solution:
    """Look at the minutes; then type over each gap."""
    yield from act_until(SWITCH, in_front(facts.file))
    yield from act_until(SWITCH, in_front(facts.programme))
    for gap, word in zip(gaps(facts), facts.times, strict=True):
        yield Key(keys=("ctrl", "Home"))
        yield Key(keys=("ctrl", "f"))
        yield TypeText(text=f"{gap}\n")
        yield Key(keys=("Escape",))
        yield TypeText(text=word)
    yield from save_in_libreoffice()


def also_from_the_last_to_the_first(_guest: Guest, facts: Facts) -> Solution:
    for gap, word in reversed(list(zip(gaps(facts), facts.times, strict=True))):
        yield replace(gap, word)
    yield SAVE


def wrong_without_the_break(_guest: Guest, facts: Facts) -> Solution:
    yield from fill(facts, times(facts, pause=False))
    yield SAVE


def wrong_times_of_the_end(_guest: Guest, facts: Facts) -> Solution:
    """Each item's time is that at which it ends."""
    last = facts.times[-1].split(":")
    end = 60 * int(last[0]) + int(last[1]) + facts.items[-1].minutes
    yield from fill(facts, [*facts.times[1:], clock(end)])
    yield SAVE


def wrong_not_saved(_guest: Guest, facts: Facts) -> Solution:
    yield from fill(facts, facts.times)


def fill(facts: Facts, words: Sequence[str]) -> Solution:
    for gap, word in zip(gaps(facts), words, strict=False):
        yield replace(gap, word)


def replace(gap: str, word: str) -> ToolCall:
    arguments = {"pattern": re.escape(gap).replace(r"\ ", " "), "replacement": word}
    return ToolCall(name=f"{WRITER}.find_and_replace", arguments=arguments)
