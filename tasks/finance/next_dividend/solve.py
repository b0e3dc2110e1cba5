import json
from collections.abc import Callable, Sequence
from typing import Any

from testbed.actions import Terminate, ToolCall
from testbed.tasks import Guest, Observation, Solution

NOW = "time_get_current_time"
COMPANIES = "market_data_list_companies"
DIVIDENDS = "market_data_list_dividends"
SHARES = 1800
Paid = Sequence[dict[str, Any]]


def mcp() -> Solution:
    yield from told(following)


def also_with_the_currency(_guest: Guest) -> Solution:
    yield from told(following, form="{day}; {euros:,.2f} euros")


def wrong_last_one(_guest: Guest) -> Solution:
    yield from told(lambda paid, today: [item for item in paid if item["day"] <= today][-1])


def wrong_other_company(_guest: Guest) -> Solution:
    yield from told(following, company="Dunholt Railways")


def wrong_euros_of_a_share(_guest: Guest) -> Solution:
    yield from told(following, form="{day}; {amount}")


def told(
    chosen: Callable[[Paid, str], dict[str, Any]],
    company: str = "Greyharbour Shipping",
    form: str = "{day}; {euros:.2f}",
) -> Solution:
    seen = yield ToolCall(name=NOW, arguments={"timezone": "UTC"})
    today = json.loads(seen.results[0].text)["datetime"][:10]
    seen = yield ToolCall(name=COMPANIES)
    [symbol] = [item["symbol"] for item in structured(seen)["result"] if item["name"] == company]
    paid = []
    for year in range(int(today[:4]) - 1, min(int(today[:4]) + 1, 2028) + 1):
        seen = yield ToolCall(name=DIVIDENDS, arguments={"symbol": symbol, "year": year})
        paid += structured(seen)["result"]
    item = chosen(paid, today)
    yield Terminate(status="success", answer=form.format(**item, euros=SHARES * item["amount"]))


def following(paid: Paid, today: str) -> dict[str, Any]:
    return next(item for item in paid if item["day"] > today)


def structured(seen: Observation) -> dict[str, Any]:
    found = seen.results[0].structured
    assert found is not None
    return found
