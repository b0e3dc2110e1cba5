import csv
from typing import Any

from testbed.actions import ToolCall
from testbed.tasks import Guest, Observation, Solution

FOLDER = "/home/user/Documents"
BOOK = f"{FOLDER}/depot.xlsx"
READ = "filesystem_read_text_file"
PRICE = "market_data_get_price"
CREATE = "excel_haris_create_workbook"
WRITE = "excel_haris_write_range"
TITLES = ["Symbol", "Shares", "Close", "Value"]
SHARES = {"CRVN": 30, "HLLN": 120, "QRRY": 55, "FRWG": 10}


def mcp() -> Solution:
    seen = yield ToolCall(name=READ, arguments={"path": f"{FOLDER}/depot.csv"})
    shares = {row["symbol"]: int(row["shares"]) for row in csv.DictReader(seen.results[0].text.splitlines())}
    yield from made(shares, "2026-09-30")


def wrong_prices_of_june(_guest: Guest) -> Solution:
    yield from made(SHARES, "2026-06-30")


def wrong_no_total(_guest: Guest) -> Solution:
    yield from made(SHARES, "2026-09-30", total=False)


def made(shares: dict[str, int], day: str, *, total: bool = True) -> Solution:
    rows: list[list[Any]] = []
    for symbol, number in shares.items():
        seen = yield ToolCall(name=PRICE, arguments={"symbol": symbol, "day": day})
        close = answered(seen)["close"]
        rows.append([symbol, number, close, round(number * close, 2)])
    if total:
        rows.append(["Total", None, None, round(sum(row[3] for row in rows), 2)])
    yield ToolCall(name=CREATE, arguments={"path": BOOK, "sheets": ["Depot"]})
    block = {"path": BOOK, "sheet": "Depot", "at": "A1", "rows": [TITLES, *rows]}
    yield ToolCall(name=WRITE, arguments=block)


def answered(seen: Observation) -> dict[str, Any]:
    structured = seen.results[0].structured
    assert structured is not None
    return structured
