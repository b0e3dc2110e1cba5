import re
from collections.abc import Mapping

from testbed.actions import Key, ToolCall, TypeText
from testbed.tasks import Guest, Solution, act_until, in_front, save_in_libreoffice

from .variant import Facts, Runner, gaps, winners

WRITER = "osworld_mcp_libreoffice_writer"
SAVE = ToolCall(name=f"{WRITER}.save")
SWITCH = Key(keys=("alt", "Tab"))


def mcp(facts: Facts) -> Solution:
    """Read this year's sheet, and fill the gaps with what it says."""
    arguments = {"sheet_name": str(facts.year)}
    seen = yield ToolCall(name="osworld_mcp_libreoffice_calc.env_info", arguments=arguments)
    content = seen.results[0].structured
    assert content is not None, seen.results[0].text
    rows = [[value or "" for value in row] for row in content["data"]]
    finished = [row for row in rows if row[3] != "dnf"]
    best = sorted((row for row in finished if not row[3]), key=lambda row: seconds(row[2]))[:3]
    names = [Runner(row[0], row[1], seconds(row[2])) for row in best]
    yield from fill(gaps(names, len(finished)))
    yield SAVE


def seconds(time: str) -> int:
    minutes, rest = time.split(":")
    return 60 * int(minutes) + int(rest)


def gui(facts: Facts) -> Solution:
    """Look at the sheet; then go to each gap of the report and type over it."""
    yield from act_until(SWITCH, in_front(facts.file))
    yield Key(keys=("ctrl", "Page_Down"))
    yield from act_until(SWITCH, in_front(facts.report))
    for gap, word in facts.gaps.items():
        yield Key(keys=("ctrl", "Home"))
        yield Key(keys=("ctrl", "f"))
        yield TypeText(text=f"{gap}\n")
        yield Key(keys=("Escape",))
        yield TypeText(text=word)
    yield from save_in_libreoffice()


def also_gap_by_gap_from_the_end(_guest: Guest, facts: Facts) -> Solution:
    yield from fill(dict(reversed(facts.gaps.items())))
    yield SAVE


def wrong_disqualified_winner(_guest: Guest, facts: Facts) -> Solution:
    best = sorted((each for each in facts.runners if each.remark != "dnf"), key=lambda each: each.seconds)
    yield from fill(gaps(best, facts.finishers))
    yield SAVE


def wrong_last_year(_guest: Guest, facts: Facts) -> Solution:
    finishers = sum(each.remark != "dnf" for each in facts.last_year)
    yield from fill(gaps(winners(facts.last_year), finishers))
    yield SAVE


def wrong_all_who_started(_guest: Guest, facts: Facts) -> Solution:
    yield from fill(gaps(winners(facts.runners), len(facts.runners)))
    yield SAVE


def wrong_second_and_third_exchanged(_guest: Guest, facts: Facts) -> Solution:
    first, second, third = winners(facts.runners)
    yield from fill(gaps([first, third, second], facts.finishers))
    yield SAVE


def wrong_not_saved(_guest: Guest, facts: Facts) -> Solution:
    yield from fill(facts.gaps)


def fill(words: Mapping[str, str]) -> Solution:
    for gap, word in words.items():
        arguments = {"pattern": re.escape(gap).replace(r"\ ", " "), "replacement": word}
        yield ToolCall(name=f"{WRITER}.find_and_replace", arguments=arguments)
