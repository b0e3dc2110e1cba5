import json

from testbed.actions import Terminate, ToolCall
from testbed.tasks import Guest, Solution

CONVERT = "time_convert_time"
ZONES = ("America/New_York", "Europe/Lisbon")


def mcp() -> Solution:
    yield from converted("19:30", ZONES)


def wrong_other_order(_guest: Guest) -> Solution:
    yield from converted("19:30", ZONES[::-1])


def wrong_half_past_seven_in_the_morning(_guest: Guest) -> Solution:
    yield from converted("07:30", ZONES)


def wrong_new_york_alone(_guest: Guest) -> Solution:
    yield from converted("19:30", ZONES[:1])


def converted(clock: str, zones: tuple[str, ...]) -> Solution:
    times = []
    for zone in zones:
        call = {"source_timezone": "Asia/Tokyo", "time": clock, "target_timezone": zone}
        seen = yield ToolCall(name=CONVERT, arguments=call)
        times.append(json.loads(seen.results[0].text)["target"]["datetime"][11:16])
    yield Terminate(status="success", answer="; ".join(times))
