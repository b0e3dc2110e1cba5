import json

from testbed.actions import Terminate, ToolCall
from testbed.tasks import Guest, Solution

ALMANAC = "bazi_getChineseCalendar"
MOVING_IN = "入宅"
OURS = "羊牛"


def mcp() -> Solution:
    for day in range(10, 22):
        noon = f"2027-03-{day}T12:00:00+08:00"
        seen = yield ToolCall(name=ALMANAC, arguments={"solarDatetime": noon})
        almanac = json.loads(seen.results[0].text)
        good = MOVING_IN in almanac["宜"].split(",")
        if good and not any(animal in almanac["冲煞"] for animal in OURS):
            yield from answered(noon[:10])
            return


def wrong_clashes_with_the_goat(_guest: Guest) -> Solution:
    yield from answered("2027-03-11")


def wrong_clashes_with_the_ox(_guest: Guest) -> Solution:
    yield from answered("2027-03-17")


def wrong_day_too_many(_guest: Guest) -> Solution:
    yield from answered("2027-03-17 or 2027-03-18")


def also_in_a_sentence(_guest: Guest) -> Solution:
    yield from answered("The first such day is 2027-03-18.")


def answered(text: str) -> Solution:
    yield Terminate(status="success", answer=text)
