import json

from testbed.actions import ToolCall
from testbed.tasks import Guest, Solution

SOUPS = "howtocook_mcp_howtocook_getRecipesByCategory"
RECIPE = "howtocook_mcp_howtocook_getRecipeById"
WRITE = "filesystem_write_file"
WATER = "清水"
AMOUNTS = {
    "白蘑菇": (200, "克"),
    "洋葱": (50, "克"),
    "黄油": (15, "克"),
    "面粉": (10, "克"),
    "牛奶": (200, "毫升"),
    "淡奶油": (30, "毫升"),
    "盐": (2, "克"),
    "黑胡椒碎": (1, "克"),
}


def mcp() -> Solution:
    seen = yield ToolCall(name=SOUPS, arguments={"category": "汤"})
    [soup] = [
        item["name"]
        for item in json.loads(seen.results[0].text)
        if any(part["name"] == "淡奶油" for part in item["ingredients"])
    ]
    seen = yield ToolCall(name=RECIPE, arguments={"query": soup.removesuffix("的做法")})
    amounts = {}
    for part in json.loads(seen.results[0].text)["ingredients"]:
        words = part["text_quantity"].removeprefix("- ").split()
        if len(words) == 3:
            amounts[words[0]] = (int(words[1]), words[2])
    del amounts[WATER]
    yield listed(amounts)


def wrong_once(_guest: Guest) -> Solution:
    yield listed(AMOUNTS, times=1)


def wrong_with_water(_guest: Guest) -> Solution:
    yield listed({**AMOUNTS, WATER: (100, "毫升")})


def wrong_milk_in_grams(_guest: Guest) -> Solution:
    yield listed({**AMOUNTS, "牛奶": (200, "克")})


def also_in_another_order(_guest: Guest) -> Solution:
    yield listed(dict(reversed(AMOUNTS.items())))


def listed(amounts: dict[str, tuple[int, str]], *, times: int = 6) -> ToolCall:
    rows = [f"{name},{amount * times},{unit}\n" for name, (amount, unit) in amounts.items()]
    text = "".join(["ingredient,amount,unit\n", *rows])
    return ToolCall(name=WRITE, arguments={"path": "/home/user/Documents/soup.csv", "content": text})
