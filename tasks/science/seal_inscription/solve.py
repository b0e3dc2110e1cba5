import json
from datetime import date

from testbed.actions import Terminate, ToolCall
from testbed.tasks import Guest, Solution

TIMES = "bazi_getSolarTimes"
CALENDAR = "bazi_getChineseCalendar"
SEAL = "甲子 丙子 辛未 癸巳"
MONTHS = ("正", "二", "三", "四", "五", "六", "七", "八", "九", "十", "十一", "十二")
TENS = {"初": 0, "十": 10, "廿": 20, "三": 30}


def mcp() -> Solution:
    seen = yield ToolCall(name=TIMES, arguments={"bazi": SEAL})
    times = json.loads(seen.results[0].text)
    [birth] = [time[:10] for time in times if 1901 <= date.fromisoformat(time[:10]).year <= 2000]
    yield from told(birth)


def wrong_nineteenth_century(_guest: Guest) -> Solution:
    yield from told("1865-01-01")


def wrong_western_month(_guest: Guest) -> Solution:
    yield Terminate(status="success", answer="1924-12-18; 12-18; 井木犴吉")


def told(birth: str) -> Solution:
    seen = yield ToolCall(name=CALENDAR, arguments={"solarDatetime": f"{birth}T10:00:00+08:00"})
    entry = json.loads(seen.results[0].text)
    month, day = entry["农历"].partition("年")[2].split("月")
    number = MONTHS.index(month.removeprefix("闰")) + 1
    yield Terminate(status="success", answer=f"{birth}; {number}-{day_number(day)}; {entry['二十八宿']}")


def day_number(text: str) -> int:
    """The number of a day such as 初五, 十二 or 廿二."""
    units = MONTHS.index(text[1]) + 1 if text[1] in MONTHS[1:] else 1
    return TENS[text[0]] + units
