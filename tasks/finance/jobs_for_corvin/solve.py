import re
from typing import Any

from testbed.actions import Terminate, ToolCall
from testbed.tasks import Guest, Observation, Solution

SECTIONS = "newsroom_list_sections"
SEARCH = "newsroom_search_articles"
GET = "newsroom_get_article"
CALCULATE = "calculator_calculate"
TEXT = re.compile(r"with (\d+) jobs .* within (\d+) months")


def mcp() -> Solution:
    yield ToolCall(name=SECTIONS)
    query = {"text": "to open in Corvin", "section": "business", "since": "2026-01-01", "until": "2026-12-31"}
    seen = yield ToolCall(name=SEARCH, arguments={**query, "limit": 50})
    jobs = []
    for item in structured(seen)["result"]:
        seen = yield ToolCall(name=GET, arguments={"article_id": item["id"]})
        found = TEXT.search(structured(seen)["body"])
        assert found is not None
        if int(found[2]) <= 12:
            jobs.append(found[1])
    seen = yield ToolCall(name=CALCULATE, arguments={"expression": "+".join(jobs)})
    yield answer(seen.results[0].text)


def also_in_a_sentence(_guest: Guest) -> Solution:
    yield answer("Together they bring 122 jobs.")


def wrong_all_five(_guest: Guest) -> Solution:
    yield answer("229")


def wrong_dairy_alone(_guest: Guest) -> Solution:
    yield answer("86")


def answer(text: str) -> Terminate:
    return Terminate(status="success", answer=text)


def structured(seen: Observation) -> dict[str, Any]:
    found = seen.results[0].structured
    assert found is not None
    return found
