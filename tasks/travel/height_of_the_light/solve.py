from testbed.actions import Terminate, ToolCall
from testbed.tasks import Guest, Solution

SEARCH = "encyclopedia_search_articles"
FACTS = "encyclopedia_get_facts"
SECTION = "encyclopedia_read_section"


def mcp() -> Solution:
    seen = yield ToolCall(name=SEARCH, arguments={"text": "lighthouse greyharbour"})
    found = seen.results[0].structured
    assert found is not None
    [light] = [item["title"] for item in found["result"] if item["category"] == "Buildings"]
    seen = yield ToolCall(name=FACTS, arguments={"title": light})
    article = seen.results[0].structured
    assert article is not None
    facts = article["facts"]
    yield answer(f"{facts['Height in metres']}; {facts['Range in kilometres']}")


def wrong_tower_before(_guest: Guest) -> Solution:
    yield ToolCall(name=SECTION, arguments={"title": "Greyharbour Light", "heading": "Tower"})
    yield answer("22; 39")


def wrong_kilometres_first(_guest: Guest) -> Solution:
    yield answer("39; 47")


def wrong_height_alone(_guest: Guest) -> Solution:
    yield answer("47")


def also_with_units(_guest: Guest) -> Solution:
    yield answer("The Greyharbour Light is 47 m high; its light is seen from 39 km.")


def answer(text: str) -> Terminate:
    return Terminate(status="success", answer=text)
