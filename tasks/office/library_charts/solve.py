import csv
from collections.abc import Iterator, Sequence

from testbed.actions import ToolCall
from testbed.tasks import Guest, Solution

FOLDER = "/home/user/Documents/library"
READ = "filesystem_read_multiple_files"
WRITE = "filesystem_write_file"
LINE = "echarts_generate_line_chart"
HEATMAP = "echarts_generate_heatmap_chart"
SANKEY = "echarts_generate_sankey_chart"
GAUGE = "echarts_generate_gauge_chart"
NAMES = ("loans", "desk", "money")
TEXTS = (
    "month,loans\nApril,412\nMay,388\nJune,295\n",
    "day,time,visitors\nMonday,morning,14\nMonday,afternoon,31\nThursday,morning,22\nThursday,afternoon,9\n",
    "from,to,euros\nTown,Books,8800\nTown,Heating,2400\nFees,Books,1150\n",
)


def mcp() -> Solution:
    paths = [f"{FOLDER}/{name}.csv" for name in NAMES]
    seen = yield ToolCall(name=READ, arguments={"paths": paths})
    text = seen.results[0].text
    parts = [
        part.split(f"{name}.csv:", 1)[1] for name, part in zip(NAMES, text.split("\n---\n"), strict=True)
    ]
    yield from drawn(parts)


def wrong_gauge_of_a_hundred(_guest: Guest) -> Solution:
    yield from drawn(TEXTS, most=100)


def wrong_days_along_the_other_axis(_guest: Guest) -> Solution:
    yield from drawn(TEXTS, day="y", time="x")


def wrong_svg(_guest: Guest) -> Solution:
    yield from drawn(TEXTS, form="svg")


def drawn(
    texts: Sequence[str], *, most: int = 250, day: str = "x", time: str = "y", form: str = "option"
) -> Solution:
    loans, desk, money = (list(table(text)) for text in texts)
    drawing = {"outputType": form}
    points = [{"time": month, "value": float(value)} for month, value in loans]
    seen = yield ToolCall(name=LINE, arguments={"title": "Loans", "data": points, **drawing})
    yield written("loans", seen.results[0].text)
    cells = [{day: date, time: part, "value": float(value)} for date, part, value in desk]
    seen = yield ToolCall(name=HEATMAP, arguments={"title": "Desk", "data": cells, **drawing})
    yield written("desk", seen.results[0].text)
    flows = [{"source": source, "target": target, "value": float(value)} for source, target, value in money]
    seen = yield ToolCall(name=SANKEY, arguments={"title": "Money", "data": flows, **drawing})
    yield written("money", seen.results[0].text)
    books = {"title": "Challenge", "min": 0, "max": most, "data": [{"name": "Books", "value": 163}]}
    seen = yield ToolCall(name=GAUGE, arguments={**books, **drawing})
    yield written("challenge", seen.results[0].text)


def table(text: str) -> Iterator[list[str]]:
    """The rows below the titles."""
    rows = csv.reader(text.strip().splitlines())
    next(rows)
    return rows


def written(name: str, option: str) -> ToolCall:
    return ToolCall(name=WRITE, arguments={"path": f"{FOLDER}/{name}.json", "content": option})
