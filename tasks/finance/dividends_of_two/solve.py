from typing import Any

from testbed.actions import Terminate, ToolCall
from testbed.tasks import Guest, Observation, Solution

COMPANIES = "market_data_list_companies"
DIVIDENDS = "market_data_list_dividends"
CALCULATE = "calculator_calculate"
SHARES = {"Aldmere Granite": 40, "Dunholt Railways": 25}


def mcp() -> Solution:
    seen = yield ToolCall(name=COMPANIES)
    symbols = {item["name"]: item["symbol"] for item in listed(seen)}
    terms = []
    for name, shares in SHARES.items():
        seen = yield ToolCall(name=DIVIDENDS, arguments={"symbol": symbols[name], "year": 2026})
        terms += [f"{shares}*{item['amount']}" for item in listed(seen)]
    seen = yield ToolCall(name=CALCULATE, arguments={"expression": "+".join(terms)})
    yield answer(f"{float(seen.results[0].text):.2f}")


def also_with_the_currency(_guest: Guest) -> Solution:
    yield answer("212.25 euros")


def wrong_first_dividends_alone(_guest: Guest) -> Solution:
    yield answer("80.25")


def wrong_another_year(_guest: Guest) -> Solution:
    yield answer("198.40")


def answer(text: str) -> Terminate:
    return Terminate(status="success", answer=text)


def listed(seen: Observation) -> list[dict[str, Any]]:
    structured = seen.results[0].structured
    assert structured is not None
    return structured["result"]
