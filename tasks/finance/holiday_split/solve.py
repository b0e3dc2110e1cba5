import csv

from testbed.actions import Terminate, ToolCall
from testbed.tasks import Guest, Solution

FOLDER = "/home/user/Documents"
READ = "filesystem_read_text_file"
WRITE = "filesystem_write_file"
CALCULATE = "calculator_calculate"
NAMES = ("Ana", "Bo", "Cy")


def mcp() -> Solution:
    seen = yield ToolCall(name=READ, arguments={"path": f"{FOLDER}/expenses.csv"})
    paid: dict[str, list[str]] = {name: [] for name in NAMES}
    used: dict[str, list[str]] = {name: [] for name in NAMES}
    for row in csv.DictReader(seen.results[0].text.splitlines()):
        paid[row["paid_by"]].append(row["euros"])
        sharers = row["for"].split()
        for name in sharers:
            used[name].append(f"{row['euros']}/{len(sharers)}")
    payments = []
    for name in ("Bo", "Cy"):
        owed = f"{'+'.join(used[name])}-({'+'.join(paid[name])})"
        seen = yield ToolCall(name=CALCULATE, arguments={"expression": owed})
        payments.append((name, "Ana", f"{float(seen.results[0].text):.2f}"))
    seen = yield ToolCall(name=CALCULATE, arguments={"expression": "+".join(used["Cy"])})
    yield from settled(f"{float(seen.results[0].text):.2f}", *payments)


def wrong_all_shared_by_three(_guest: Guest) -> Solution:
    yield from settled("308.83", ("Bo", "Ana", "131.83"), ("Cy", "Ana", "123.33"))


def wrong_three_payments(_guest: Guest) -> Solution:
    yield from settled("322.50", ("Bo", "Ana", "123.50"), ("Bo", "Cy", "10.00"), ("Cy", "Ana", "147.00"))


def wrong_what_cy_paid(_guest: Guest) -> Solution:
    yield from settled("185.50", ("Bo", "Ana", "133.50"), ("Cy", "Ana", "137.00"))


def also_in_another_order(_guest: Guest) -> Solution:
    yield from settled("322.5 euros", ("Cy", "Ana", "137"), ("Bo", "Ana", "133.5"))


def settled(answer: str, *payments: tuple[str, str, str]) -> Solution:
    text = "".join(f"{','.join(row)}\n" for row in (("from", "to", "euros"), *payments))
    yield ToolCall(name=WRITE, arguments={"path": f"{FOLDER}/settle.csv", "content": text})
    yield Terminate(status="success", answer=answer)
