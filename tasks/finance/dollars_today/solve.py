import json

from testbed.actions import Terminate, ToolCall
from testbed.tasks import Guest, Solution

NOW = "time_get_current_time"
CONVERT = "market_data_convert_currency"


def mcp() -> Solution:
    yield from converted("EUR", "USD")


def wrong_way_round(_guest: Guest) -> Solution:
    yield from converted("USD", "EUR")


def wrong_pounds(_guest: Guest) -> Solution:
    yield from converted("EUR", "GBP")


def converted(source: str, target: str) -> Solution:
    seen = yield ToolCall(name=NOW, arguments={"timezone": "UTC"})
    day = json.loads(seen.results[0].text)["datetime"][:10]
    amount = {"amount": 480, "source": source, "target": target, "day": day}
    seen = yield ToolCall(name=CONVERT, arguments=amount)
    structured = seen.results[0].structured
    assert structured is not None
    yield Terminate(status="success", answer=f"{structured['amount']:.2f}")
