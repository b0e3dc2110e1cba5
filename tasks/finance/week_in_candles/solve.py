import csv
import json

from testbed.actions import ToolCall
from testbed.tasks import Guest, Observation, Solution

FOLDER = "/home/user/Documents/desk"
READ = "filesystem_read_multiple_files"
WRITE = "filesystem_write_file"
CANDLES = "echarts_generate_candlestick_chart"
PARALLEL = "echarts_generate_parallel_chart"
OPTIONS = "echarts_generate_echarts"
TABLES = ("quotes", "funds", "limits")


def mcp() -> Solution:
    yield from drawn()


def wrong_closes_for_opens(_guest: Guest) -> Solution:
    yield from drawn(opening="close")


def wrong_straight_line(_guest: Guest) -> Solution:
    yield from drawn(step=False)


def wrong_axes(_guest: Guest) -> Solution:
    yield from drawn(axes=("fee", "risk", "yield"))


def drawn(
    *, opening: str = "open", step: str | bool = "end", axes: tuple[str, ...] = ("fee", "yield", "risk")
) -> Solution:
    seen = yield ToolCall(name=READ, arguments={"paths": [f"{FOLDER}/{name}.csv" for name in TABLES]})
    quotes, funds, limits = (table(seen, name) for name in TABLES)
    days = [
        {
            "date": row["day"],
            "open": float(row[opening]),
            "close": float(row["close"]),
            "low": float(row["lowest"]),
            "high": float(row["highest"]),
        }
        for row in quotes
    ]
    seen = yield ToolCall(name=CANDLES, arguments={"data": days, "title": "Quotes", "outputType": "option"})
    yield saved("candles", seen)
    lines = [{"name": row["fund"], "values": [float(row[axis]) for axis in axes]} for row in funds]
    chart = {"data": lines, "dimensions": list(axes), "title": "Funds", "outputType": "option"}
    seen = yield ToolCall(name=PARALLEL, arguments=chart)
    yield saved("funds", seen)
    option = {
        "title": {"text": "Limits"},
        "xAxis": {"type": "category", "data": [row["month"] for row in limits]},
        "yAxis": {"type": "value"},
        "series": [{"type": "line", "step": step, "data": [float(row["limit"]) for row in limits]}],
    }
    tried = {"echartsOption": json.dumps(option), "outputType": "option"}
    seen = yield ToolCall(name=OPTIONS, arguments=tried)
    yield saved("limits", seen)


def table(seen: Observation, name: str) -> list[dict[str, str]]:
    """The rows of one of several files, each of which begins with its path."""
    text = seen.results[0].text.partition(f"{name}.csv")[2].partition("---")[0]
    return list(csv.DictReader(text.strip(":\n").splitlines()))


def saved(name: str, seen: Observation) -> ToolCall:
    path = f"{FOLDER}/{name}.json"
    return ToolCall(name=WRITE, arguments={"path": path, "content": seen.results[0].text})
