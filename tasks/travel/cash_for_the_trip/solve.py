import csv

from testbed.actions import Terminate, ToolCall
from testbed.tasks import Guest, Solution

FOLDER = "/home/user/Documents"
DAY = "2026-11-20"
READ = "filesystem_read_text_file"
WRITE = "filesystem_write_file"
CALCULATE = "calculator_calculate"
CHANGE = "market_data_convert_currency"


def mcp() -> Solution:
    seen = yield ToolCall(name=READ, arguments={"path": f"{FOLDER}/wishes.csv"})
    got: dict[str, float] = {}
    pounds = 0.0
    for row in csv.DictReader(seen.results[0].text.splitlines()):
        seen = yield ToolCall(name=CALCULATE, arguments={"expression": f"{row['euros']}*0.985"})
        euros = {"amount": float(seen.results[0].text), "source": "EUR", "target": row["currency"]}
        seen = yield ToolCall(name=CHANGE, arguments={**euros, "day": DAY})
        found = seen.results[0].structured
        assert found is not None
        got[row["currency"]] = got.get(row["currency"], 0) + found["amount"]
        if row["name"] == "Jon":
            pounds = found["amount"]
    yield from listed(dict(sorted(got.items())), f"{pounds:.2f}")


def wrong_without_the_banks_share(_guest: Guest) -> Solution:
    yield from listed({"GBP": 303.9, "SEK": 5050.44, "USD": 647.1}, "86.83")


def wrong_pounds_of_both(_guest: Guest) -> Solution:
    yield from listed({"GBP": 299.35, "SEK": 4974.68, "USD": 637.39}, "299.35")


def wrong_order_of_the_wishes(_guest: Guest) -> Solution:
    yield from listed({"SEK": 4974.68, "GBP": 299.35, "USD": 637.39}, "85.53")


def also_rounded_together(_guest: Guest) -> Solution:
    yield from listed({"GBP": 299.36, "SEK": 4974.68, "USD": 637.39}, "He gets 85.53 pounds.")


def listed(amounts: dict[str, float], answer: str) -> Solution:
    text = "".join(["currency,amount\n", *(f"{name},{amount:.2f}\n" for name, amount in amounts.items())])
    yield ToolCall(name=WRITE, arguments={"path": f"{FOLDER}/cash.csv", "content": text})
    yield Terminate(status="success", answer=answer)
