from typing import Any

from testbed.actions import ToolCall
from testbed.tasks import Guest, Solution

FOLDER = "/home/user/Documents/charts"
MAKE = "filesystem_create_directory"
WRITE = "filesystem_write_file"
TREE = "echarts_generate_tree_chart"
RADAR = "echarts_generate_radar_chart"
FUNNEL = "echarts_generate_funnel_chart"
SCATTER = "echarts_generate_scatter_chart"
OPTION = {"outputType": "option"}
PER = {"name": "Per", "children": [{"name": "Lotte"}]}
SPEEDS = {"Jolle": (3, 4, 5), "Cat": (5, 2, 3)}


def mcp() -> Solution:
    yield from drawn()


def wrong_lotte_below_wim(_guest: Guest) -> Solution:
    yield from drawn(below=[{"name": "Aino"}, {"name": "Per"}, {"name": "Lotte"}])


def wrong_boats_exchanged(_guest: Guest) -> Solution:
    yield from drawn(boats={"Cat": (3, 4, 5), "Jolle": (5, 2, 3)})


def wrong_no_scatter_chart(_guest: Guest) -> Solution:
    yield from drawn(wind=False)


def drawn(
    *,
    below: list[dict[str, Any]] | None = None,
    boats: dict[str, tuple[int, int, int]] = SPEEDS,
    wind: bool = True,
) -> Solution:
    yield ToolCall(name=MAKE, arguments={"path": FOLDER})
    tree = {"name": "Wim", "children": below or [{"name": "Aino"}, PER]}
    seen = yield ToolCall(name=TREE, arguments={"title": "Teachers", "data": tree, **OPTION})
    yield written("teachers", seen.results[0].text)
    axes = ("speed", "comfort", "price")
    values = [
        {"name": axis, "value": value, "group": boat}
        for boat, speeds in boats.items()
        for axis, value in zip(axes, speeds, strict=True)
    ]
    seen = yield ToolCall(name=RADAR, arguments={"title": "Boats", "data": values, **OPTION})
    yield written("boats", seen.results[0].text)
    stages = (("Asked", 90), ("First evening", 48), ("Licence", 31))
    data = [{"category": name, "value": value} for name, value in stages]
    seen = yield ToolCall(name=FUNNEL, arguments={"title": "Course", "data": data, **OPTION})
    yield written("course", seen.results[0].text)
    if wind:
        points = [{"x": x, "y": y} for x, y in ((2, 1), (4, 3), (7, 4))]
        seen = yield ToolCall(name=SCATTER, arguments={"title": "Wind", "data": points, **OPTION})
        yield written("wind", seen.results[0].text)


def written(name: str, option: str) -> ToolCall:
    return ToolCall(name=WRITE, arguments={"path": f"{FOLDER}/{name}.json", "content": option})
