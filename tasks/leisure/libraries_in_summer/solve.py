import re
from typing import Any

from testbed.actions import Terminate, ToolCall
from testbed.tasks import Guest, Observation, Solution

SEARCH = "newsroom_search_articles"
GET = "newsroom_get_article"


def mcp() -> Solution:
    summer = {"text": "approves new library", "since": "2026-07-01", "until": "2026-08-31"}
    seen = yield ToolCall(name=SEARCH, arguments={**summer, "section": "politics"})
    total = 0
    for item in answered(seen)["result"]:
        seen = yield ToolCall(name=GET, arguments={"article_id": item["id"]})
        cost = re.search(r"cost (\d+) million", answered(seen)["body"])
        assert cost is not None
        total += int(cost[1])
    yield answer(total)


def wrong_whole_year(_guest: Guest) -> Solution:
    yield answer(138)


def wrong_august_alone(_guest: Guest) -> Solution:
    yield answer(70)


def wrong_number_of_libraries(_guest: Guest) -> Solution:
    yield answer(4)


def answer(total: int) -> Terminate:
    return Terminate(status="success", answer=str(total))


def answered(seen: Observation) -> dict[str, Any]:
    structured = seen.results[0].structured
    assert structured is not None
    return structured
