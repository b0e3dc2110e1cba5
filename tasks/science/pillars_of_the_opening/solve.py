import json

from testbed.actions import Terminate, ToolCall
from testbed.tasks import Guest, Solution

DETAIL = "bazi_getBaziDetail"


def mcp() -> Solution:
    yield from told("2027-05-14T10:00:00+08:00")


def also_in_words(_guest: Guest) -> Solution:
    yield answer("八字：丁未 乙巳 癸巳 丁巳，生肖：羊")


def wrong_two_hours_later(_guest: Guest) -> Solution:
    yield from told("2027-05-14T12:00:00+08:00")


def wrong_without_the_animal(_guest: Guest) -> Solution:
    yield answer("丁未 乙巳 癸巳 丁巳")


def told(moment: str) -> Solution:
    seen = yield ToolCall(name=DETAIL, arguments={"solarDatetime": moment, "gender": 1})
    detail = json.loads(seen.results[0].text)
    yield answer(f"{detail['八字']}; {detail['生肖']}")


def answer(text: str) -> Terminate:
    return Terminate(status="success", answer=text)
