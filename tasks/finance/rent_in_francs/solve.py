from testbed.actions import Terminate, ToolCall
from testbed.tasks import Guest, Solution

CONVERT = "market_data_convert_currency"


def mcp() -> Solution:
    amount = {"amount": 1250, "source": "EUR", "target": "CHF", "day": "2026-10-15"}
    seen = yield ToolCall(name=CONVERT, arguments=amount)
    converted = seen.results[0].structured
    assert converted is not None
    yield answer(f"{converted['amount']:.2f}")


def also_with_the_currency(_guest: Guest) -> Solution:
    yield answer("CHF 1,170.38")


def wrong_way_round(_guest: Guest) -> Solution:
    yield answer("1335.04")


def wrong_rounded_to_francs(_guest: Guest) -> Solution:
    yield answer("1170")


def answer(text: str) -> Terminate:
    return Terminate(status="success", answer=text)
