from datetime import date, timedelta
from typing import Any

from testbed.actions import Terminate, ToolCall
from testbed.tasks import Guest, Observation, Solution

LATEST = "market_data_get_latest_prices"
PRICE = "market_data_get_price"


def mcp() -> Solution:
    seen = yield ToolCall(name=LATEST)
    [share] = [item for item in answered(seen)["result"] if item["symbol"] == "NTHW"]
    yield answer(share["close"])


def wrong_price_of_a_week_ago(guest: Guest) -> Solution:
    today = date.fromisoformat(guest.run(["date", "--utc", "+%F"]).text.strip())
    week_ago = {"symbol": "NTHW", "day": str(today - timedelta(days=7))}
    seen = yield ToolCall(name=PRICE, arguments=week_ago)
    yield answer(answered(seen)["close"])


def wrong_other_company(_guest: Guest) -> Solution:
    seen = yield ToolCall(name=LATEST)
    [share] = [item for item in answered(seen)["result"] if item["symbol"] == "HLLN"]
    yield answer(share["close"])


def answer(price: float) -> Terminate:
    return Terminate(status="success", answer=f"{price:.2f}")


def answered(seen: Observation) -> dict[str, Any]:
    structured = seen.results[0].structured
    assert structured is not None
    return structured
