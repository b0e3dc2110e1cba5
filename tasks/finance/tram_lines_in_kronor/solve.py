import re
from typing import Any

from testbed.actions import ToolCall
from testbed.tasks import Guest, Observation, Solution

SEARCH = "newsroom_search_articles"
GET = "newsroom_get_article"
CONVERT = "market_data_convert_currency"
CREATE = "sqlite_create_table"
WRITE = "sqlite_write_query"
COST = re.compile(r"council of (\w+) .* cost (\d+) million")


def mcp() -> Solution:
    yield from written("2026-09-01")


def wrong_october_alone(_guest: Guest) -> Solution:
    yield from written("2026-10-01")


def wrong_rate_of_one_day(_guest: Guest) -> Solution:
    yield from written("2026-09-01", rate_of="2026-06-30")


def wrong_euros(_guest: Guest) -> Solution:
    yield from written("2026-09-01", currency="EUR")


def written(since: str, *, rate_of: str = "", currency: str = "SEK") -> Solution:
    search = {"text": "approves tram line", "section": "politics", "since": since, "until": "2026-10-31"}
    seen = yield ToolCall(name=SEARCH, arguments=search)
    rows = []
    for item in answered(seen)["result"]:
        seen = yield ToolCall(name=GET, arguments={"article_id": item["id"]})
        cost = COST.search(answered(seen)["body"])
        assert cost is not None
        amount = {"amount": int(cost[2]), "source": "EUR", "target": currency, "day": rate_of or item["day"]}
        seen = yield ToolCall(name=CONVERT, arguments=amount)
        rows.append(f"('{cost[1]}', '{item['day']}', {answered(seen)['amount']})")
    yield ToolCall(name=CREATE, arguments={"query": "CREATE TABLE trams (town TEXT, day TEXT, msek REAL)"})
    yield ToolCall(name=WRITE, arguments={"query": f"INSERT INTO trams VALUES {', '.join(rows)}"})


def answered(seen: Observation) -> dict[str, Any]:
    structured = seen.results[0].structured
    assert structured is not None
    return structured
