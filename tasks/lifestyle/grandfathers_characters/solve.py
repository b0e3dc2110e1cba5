import json
import re
from typing import Any

from testbed.actions import ToolCall
from testbed.tasks import Guest, Observation, Solution

TIMES = "bazi_getSolarTimes"
DETAIL = "bazi_getBaziDetail"
WRITE = "filesystem_write_file"
CHARACTERS = "辛巳 戊戌 癸卯 丙辰"
MAN = 1
NUMERALS = ["初一", "初二", "初三", "初四", "初五", "初六", "初七", "初八", "初九", "初十"]
MONTHS = "〇正二三四五六七八九"


def mcp() -> Solution:
    seen = yield ToolCall(name=TIMES, arguments={"bazi": CHARACTERS})
    [born] = [time[:10] for time in json.loads(seen.results[0].text) if time.startswith("19")]
    details = {"solarDatetime": f"{born}T08:00:00+08:00", "gender": MAN}
    seen = yield ToolCall(name=DETAIL, arguments=details)
    lunar = found(seen)["农历"]
    parts = re.search(r"年(.)月(初.)", lunar)
    assert parts is not None
    month, day = MONTHS.index(parts[1]), NUMERALS.index(parts[2]) + 1
    moved = {"lunarDatetime": f"2027-{month:02}-{day:02} 08:00:00", "gender": MAN}
    seen = yield ToolCall(name=DETAIL, arguments=moved)
    solar = found(seen)["阳历"]
    in_2027 = "-".join(f"{int(number):02}" for number in re.findall(r"\d+", solar)[:3])
    yield from noted(born, f"{month}-{day}", in_2027)


def wrong_sixty_years_before(_guest: Guest) -> Solution:
    yield from noted("1881-11-05", "9-14", "2027-10-13")


def wrong_lunar_day_as_a_solar_one(_guest: Guest) -> Solution:
    yield from noted("1941-10-22", "9-3", "2027-09-03")


def wrong_day_of_birth_again(_guest: Guest) -> Solution:
    yield from noted("1941-10-22", "9-3", "2027-10-22")


def also_with_zeros(_guest: Guest) -> Solution:
    yield from noted("1941-10-22", "09-03", "2027-10-02")


def noted(born: str, lunar: str, in_2027: str) -> Solution:
    text = f"born: {born}\nlunar: {lunar}\nin 2027: {in_2027}\n"
    yield ToolCall(name=WRITE, arguments={"path": "/home/user/Documents/grandfather.txt", "content": text})


def found(seen: Observation) -> dict[str, Any]:
    return dict(json.loads(seen.results[0].text))
