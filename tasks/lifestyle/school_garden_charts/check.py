from typing import Any

from checkers import GuestView, Score
from checkers.echarts import chart_claim
from checkers.nothing_else import may_add, nothing_else

GARDEN = "Documents/garden"
FOLDER = f"/home/user/{GARDEN}"
CHARTS = ("helpers", "beds", "crops", "heights")
CROPS = [("Leaves", 6, [("Chard", 6, [])]), ("Roots", 9, [("Beets", 4, []), ("Carrots", 5, [])])]


def check(guest: GuestView) -> Score:
    return Score.all_of(
        chart_claim(guest, f"{FOLDER}/helpers.json", "Helpers", "graph", helpers),
        chart_claim(guest, f"{FOLDER}/beds.json", "Beds", "treemap", beds),
        chart_claim(guest, f"{FOLDER}/crops.json", "Crops", "sunburst", crops),
        chart_claim(guest, f"{FOLDER}/heights.json", "Heights", "boxplot", heights),
        nothing_else(guest, *(may_add(f"{GARDEN}/{name}.json") for name in CHARTS)),
    )


def helpers(_option: Any, series: Any) -> tuple[bool, object]:
    names = {str(item["id"]): item["name"] for item in series["data"]}
    links = sorted(
        sorted((names[str(link["source"])], names[str(link["target"])])) for link in series["links"]
    )
    found = sorted(names.values()), links
    return found == (["Ida", "Jon", "Rosa"], [["Ida", "Jon"], ["Jon", "Rosa"]]), found


def beds(_option: Any, series: Any) -> tuple[bool, object]:
    found = sorted((item["name"], item["value"]) for item in series["data"])
    return found == [("Beans", 12), ("Herbs", 5), ("Kale", 8)], found


def crops(_option: Any, series: Any) -> tuple[bool, object]:
    found = sorted(map(part, series["data"]))
    return found == CROPS, found


def part(item: Any) -> tuple[str, int, list[Any]]:
    return item["name"], item["value"], sorted(map(part, item.get("children") or []))


def heights(option: Any, series: Any) -> tuple[bool, object]:
    """Least, median and greatest: quartiles of five values are reckoned in several ways."""
    [box] = series["data"]
    values = box["value"] if isinstance(box, dict) else box
    found = [option["xAxis"]["data"], len(values), values[0], values[2], values[-1]]
    return found == [["Sunflowers"], 5, 21, 25, 40], found
