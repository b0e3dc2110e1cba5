from typing import Any

from testbed.actions import ToolCall
from testbed.tasks import Guest, Observation, Solution

COMPANIES = "market_data_list_companies"
COMPANY = "market_data_get_company"
DIVIDENDS = "market_data_list_dividends"
PRICE = "market_data_get_price"
WRITE = "filesystem_write_file"


def mcp() -> Solution:
    seen = yield ToolCall(name=COMPANIES)
    good = {}
    for company in structured(seen)["result"]:
        symbol = {"symbol": company["symbol"]}
        seen = yield ToolCall(name=COMPANY, arguments=symbol)
        if structured(seen)["founded"] >= 1930:
            continue
        seen = yield ToolCall(name=DIVIDENDS, arguments={**symbol, "year": 2026})
        paid = sum(dividend["amount"] for dividend in structured(seen)["result"])
        seen = yield ToolCall(name=PRICE, arguments={**symbol, "day": "2026-10-30"})
        percent = 100 * paid / structured(seen)["close"]
        if percent >= 3:
            good[company["symbol"]] = percent
    yield listed(**dict(sorted(good.items(), key=lambda item: -item[1])))


def wrong_young_ones_too(_guest: Guest) -> Solution:
    yield listed(HLLN=21.8, DNHR=4.3, NTHW=3.9, BRKT=3.7, CRVN=3.6, GRHB=3.5)


def wrong_all_old_ones(_guest: Guest) -> Solution:
    yield listed(HLLN=21.8, BRKT=3.7, FRWG=2.9, ALGN=2.6, ESTF=1.5, VLLM=0.1)


def wrong_last_price(_guest: Guest) -> Solution:
    yield listed(HLLN=21.1, BRKT=3.8)


def wrong_order(_guest: Guest) -> Solution:
    yield listed(BRKT=3.7, HLLN=21.8)


def listed(**percents: float) -> ToolCall:
    text = "".join(["symbol,percent\n", *(f"{name},{value:.1f}\n" for name, value in percents.items())])
    return ToolCall(name=WRITE, arguments={"path": "/home/user/Documents/shares.csv", "content": text})


def structured(seen: Observation) -> dict[str, Any]:
    found = seen.results[0].structured
    assert found is not None
    return found
