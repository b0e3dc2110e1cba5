import re
from typing import Any

from testbed.actions import Terminate, ToolCall
from testbed.tasks import Guest, Observation, Solution

SECTIONS = "newsroom_list_sections"
AUTHORS = "newsroom_list_authors"
SEARCH = "newsroom_search_articles"
GET = "newsroom_get_article"


def mcp() -> Solution:
    yield ToolCall(name=SECTIONS)
    seen = yield ToolCall(name=AUTHORS)
    written = {}
    for item in structured(seen)["result"]:
        query = {"section": "science", "author": item["author"], "limit": 50}
        seen = yield ToolCall(name=SEARCH, arguments=query)
        written[item["author"]] = structured(seen)["result"]
    author = max(written, key=lambda name: len(written[name]))
    seen = yield ToolCall(name=GET, arguments={"article_id": written[author][0]["id"]})
    months = re.search(r"took (\d+) months", structured(seen)["body"])
    assert months is not None
    yield answer(f"{author}; {months[1]}")


def also_in_a_sentence(_guest: Guest) -> Solution:
    yield answer("Piet Sandoval; it took 38 months")


def wrong_newest_of_the_section(_guest: Guest) -> Solution:
    yield answer("Tomas Keel; 48")


def wrong_oldest_of_the_author(_guest: Guest) -> Solution:
    yield answer("Piet Sandoval; 25")


def answer(text: str) -> Terminate:
    return Terminate(status="success", answer=text)


def structured(seen: Observation) -> dict[str, Any]:
    found = seen.results[0].structured
    assert found is not None
    return found
