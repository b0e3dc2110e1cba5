import re
from collections.abc import Generator
from typing import Any

from testbed.actions import ToolCall
from testbed.tasks import Guest, Observation, Solution

SEARCH = "newsroom_search_articles"
ARTICLE = "newsroom_get_article"
FIND = "city_guide_find_places"
SAVE = "city_guide_save_place"
PLAN = "taskmanager_request_planning"
PUPILS = 24


def mcp() -> Solution:
    yield from arranged()


def wrong_second_article(_guest: Guest) -> Solution:
    yield from arranged(article=1)


def wrong_best_restaurant_of_all(_guest: Guest) -> Solution:
    yield from arranged(feature="")


def wrong_price_of_one_ticket(_guest: Guest) -> Solution:
    yield from arranged(tickets=1)


def arranged(*, article: int = 0, feature: str = "vegetarian", tickets: int = PUPILS) -> Solution:
    seen = yield ToolCall(name=SEARCH, arguments={"text": "puppet theatre"})
    found = structured(seen)["result"][article]
    town = found["headline"].rpartition(" to ")[2]
    seen = yield ToolCall(name=ARTICLE, arguments={"article_id": found["id"]})
    price = re.search(r"costs (\d+) euros", structured(seen)["body"])
    assert price is not None
    restaurant = yield from best(town, "restaurant", feature)
    yield ToolCall(name=SAVE, arguments={"place_id": restaurant["id"], "note": "lunch"})
    library = yield from best(town, "library", "step-free")
    yield ToolCall(name=SAVE, arguments={"place_id": library["id"], "note": "meeting point"})
    sum_of_all = int(price[1]) * tickets
    titles = (f"Buy tickets for {sum_of_all} euros", f"Reserve a table at {restaurant['name']}")
    tasks = [{"title": title, "description": title} for title in titles]
    yield ToolCall(name=PLAN, arguments={"originalRequest": "Puppet theatre", "tasks": tasks})


def best(town: str, kind: str, feature: str) -> Generator[ToolCall, Observation, dict[str, Any]]:
    """The best rated place with a feature; where there is none, the best of all."""
    for wanted in (feature, ""):
        query = {"town": town, "kind": kind, "feature": wanted}
        seen = yield ToolCall(name=FIND, arguments=query)
        if found := structured(seen)["result"]:
            return dict(found[0])
    raise AssertionError(f"{town} has no {kind}")


def structured(seen: Observation) -> dict[str, Any]:
    found = seen.results[0].structured
    assert found is not None
    return found
