import re
from typing import Any

from testbed.actions import Terminate, ToolCall
from testbed.tasks import Guest, Observation, Solution

SEARCH = "newsroom_search_articles"
GET = "newsroom_get_article"
WRITE = "filesystem_write_file"
REPORT = re.compile(r"(\w+) has won the rowing cup with (\d+) points before (\d+) spectators")
ITEMS = [
    ("2026-05-03", "Corvin", 30, 1800),
    ("2026-05-07", "Dunholt", 70, 1900),
    ("2026-05-18", "Eastvale", 53, 700),
    ("2026-06-08", "Corvin", 64, 1200),
    ("2026-07-13", "Aldmere", 49, 1000),
    ("2026-07-27", "Aldmere", 32, 300),
]


def mcp() -> Solution:
    wanted = {"text": "rowing cup", "since": "2026-05-01", "until": "2026-07-31", "limit": 20}
    seen = yield ToolCall(name=SEARCH, arguments=wanted)
    items = []
    for found in structured(seen)["result"]:
        seen = yield ToolCall(name=GET, arguments={"article_id": found["id"]})
        article = structured(seen)
        report = REPORT.search(article["body"])
        assert report is not None
        items.append((article["day"], report[1], int(report[2]), int(report[3])))
    yield from collected(sorted(items), sum(item[3] for item in items))


def wrong_newest_first(_guest: Guest) -> Solution:
    yield from collected(ITEMS[::-1], 6900)


def wrong_without_july(_guest: Guest) -> Solution:
    yield from collected(ITEMS[:4], 5600)


def wrong_sum_of_points(_guest: Guest) -> Solution:
    yield from collected(ITEMS, 298)


def collected(items: list[tuple[str, str, int, int]], spectators: int) -> Solution:
    lines = [f"- {day}: {town}, {points} points, {seen} spectators\n" for day, town, points, seen in items]
    text = "".join(["# Rowing cup\n\n", *lines])
    yield ToolCall(name=WRITE, arguments={"path": "/home/user/Documents/cuttings.md", "content": text})
    yield Terminate(status="success", answer=str(spectators))


def structured(seen: Observation) -> dict[str, Any]:
    found = seen.results[0].structured
    assert found is not None
    return found
