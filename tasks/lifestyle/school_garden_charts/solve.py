from collections.abc import Sequence

from testbed.actions import ToolCall
from testbed.tasks import Guest, Solution

FOLDER = "/home/user/Documents/garden"
MAKE = "filesystem_create_directory"
WRITE = "filesystem_write_file"
GRAPH = "echarts_generate_graph_chart"
TREEMAP = "echarts_generate_treemap_chart"
SUNBURST = "echarts_generate_sunburst_chart"
BOXPLOT = "echarts_generate_boxplot_chart"
OPTION = {"outputType": "option"}
LINKS = (("Ida", "Jon"), ("Jon", "Rosa"))
ROOTS = {
    "name": "Roots",
    "value": 9,
    "children": [{"name": "Beets", "value": 4}, {"name": "Carrots", "value": 5}],
}
LEAVES = {"name": "Leaves", "value": 6, "children": [{"name": "Chard", "value": 6}]}


def mcp() -> Solution:
    yield from drawn()


def wrong_ida_and_rosa(_guest: Guest) -> Solution:
    yield from drawn(links=(("Ida", "Jon"), ("Ida", "Rosa")))


def wrong_height_left_out(_guest: Guest) -> Solution:
    yield from drawn(measured=(21, 24, 28, 40))


def wrong_no_treemap(_guest: Guest) -> Solution:
    yield from drawn(beds=False)


def drawn(
    *,
    links: Sequence[tuple[str, str]] = LINKS,
    measured: Sequence[int] = (21, 24, 25, 28, 40),
    beds: bool = True,
) -> Solution:
    yield ToolCall(name=MAKE, arguments={"path": FOLDER})
    nodes = [{"id": name, "name": name} for name in ("Ida", "Jon", "Rosa")]
    edges = [{"source": one, "target": other} for one, other in links]
    network = {"title": "Helpers", "data": {"nodes": nodes, "edges": edges}}
    seen = yield ToolCall(name=GRAPH, arguments={**network, **OPTION})
    yield written("helpers", seen.results[0].text)
    if beds:
        plots = [{"name": name, "value": value} for name, value in (("Beans", 12), ("Herbs", 5), ("Kale", 8))]
        seen = yield ToolCall(name=TREEMAP, arguments={"title": "Beds", "data": plots, **OPTION})
        yield written("beds", seen.results[0].text)
    crops = {"title": "Crops", "data": [ROOTS, LEAVES]}
    seen = yield ToolCall(name=SUNBURST, arguments={**crops, **OPTION})
    yield written("crops", seen.results[0].text)
    flowers = [{"category": "Sunflowers", "value": height} for height in measured]
    seen = yield ToolCall(name=BOXPLOT, arguments={"title": "Heights", "data": flowers, **OPTION})
    yield written("heights", seen.results[0].text)


def written(name: str, option: str) -> ToolCall:
    return ToolCall(name=WRITE, arguments={"path": f"{FOLDER}/{name}.json", "content": option})
