from typing import Any

from testbed.actions import ToolCall
from testbed.tasks import Guest, Observation, Solution

SEARCH = "transit_desk_search_trains"
CONVERT = "market_data_convert_currency"
CREATE = "excel_haris_create_workbook"
WRITE = "excel_haris_write_range"
BOOK = {"path": "/home/user/Documents/costs.xlsx"}
DAY = "2027-02-09"


def mcp() -> Solution:
    yield from listed()


def wrong_trains_that_are_full(_guest: Guest) -> Solution:
    yield from listed(seats=0)


def wrong_fare_of_one(_guest: Guest) -> Solution:
    yield from listed(travellers=1)


def wrong_value_for_formula(_guest: Guest) -> Solution:
    yield from listed(lowest=60.37)


def listed(*, seats: int = 3, travellers: int = 3, lowest: object = "=MIN(D2:D4)") -> Solution:
    rows: list[list[object]] = [["Town", "Train", "Euros", "Francs"]]
    for town in ("Dunholt", "Farrowgate", "Greyharbour"):
        route = {"origin": "Corvin", "destination": town, "day": DAY, "order": "price"}
        seen = yield ToolCall(name=SEARCH, arguments=route)
        train = next(item for item in structured(seen)["result"] if item["free_seats"] >= seats)
        euros = train["fare"] * travellers
        money = {"amount": euros, "source": "EUR", "target": "CHF", "day": DAY}
        seen = yield ToolCall(name=CONVERT, arguments=money)
        rows.append([town, train["number"], euros, structured(seen)["amount"]])
    rows.append(["Cheapest", None, None, lowest])
    yield ToolCall(name=CREATE, arguments={**BOOK, "sheets": ["Costs"]})
    yield ToolCall(name=WRITE, arguments={**BOOK, "sheet": "Costs", "at": "A1", "rows": rows})


def structured(seen: Observation) -> dict[str, Any]:
    found = seen.results[0].structured
    assert found is not None
    return found
