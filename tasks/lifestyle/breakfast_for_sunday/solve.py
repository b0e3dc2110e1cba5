import json

from testbed.actions import ToolCall
from testbed.tasks import Guest, Solution

GRAPH = "memory_read_graph"
RECIPE = "howtocook_mcp_howtocook_getRecipeById"
OBSERVE = "memory_add_observations"
DISHES = ("牛奶燕麦", "手抓饼", "桂圆红枣粥", "鸡蛋三明治")
NAMES = {"must not eat eggs": "鸡蛋", "must not eat wheat flour": "面粉", "must not eat rice": "米"}


def mcp() -> Solution:
    seen = yield ToolCall(name=GRAPH)
    graph = json.loads(seen.results[0].text)
    guests = {item["from"] for item in graph["relations"] if item["to"] == "Sunday"}
    avoided = [
        NAMES[observed]
        for item in graph["entities"]
        if item["name"] in guests
        for observed in item["observations"]
        if observed in NAMES
    ]
    for dish in DISHES:
        seen = yield ToolCall(name=RECIPE, arguments={"query": dish})
        parts = [part["name"] for part in json.loads(seen.results[0].text)["ingredients"]]
        if not any(name in part for part in parts for name in avoided):
            yield observed_of("Sunday", f"we make {dish}")


def wrong_without_eggs_alone(_guest: Guest) -> Solution:
    yield observed_of("Sunday", "we make 手抓饼")


def wrong_of_monday(_guest: Guest) -> Solution:
    yield observed_of("Monday", "we make 桂圆红枣粥")


def wrong_two_dishes(_guest: Guest) -> Solution:
    yield observed_of("Sunday", "we make 桂圆红枣粥")
    yield observed_of("Sunday", "we make 牛奶燕麦")


def observed_of(name: str, observed: str) -> ToolCall:
    observation = {"entityName": name, "contents": [observed]}
    return ToolCall(name=OBSERVE, arguments={"observations": [observation]})
