from typing import Any

from checkers import GuestView, Score
from checkers.echarts import chart_claim
from checkers.nothing_else import may_add, nothing_else

CHARTS = "Documents/charts"
FOLDER = f"/home/user/{CHARTS}"
NAMES = ("teachers", "boats", "course", "wind")
BOATS = {
    ("Jolle", "speed"): 3,
    ("Jolle", "comfort"): 4,
    ("Jolle", "price"): 5,
    ("Cat", "speed"): 5,
    ("Cat", "comfort"): 2,
    ("Cat", "price"): 3,
}


def check(guest: GuestView) -> Score:
    return Score.all_of(
        chart_claim(guest, f"{FOLDER}/teachers.json", "Teachers", "tree", teachers),
        chart_claim(guest, f"{FOLDER}/boats.json", "Boats", "radar", boats),
        chart_claim(guest, f"{FOLDER}/course.json", "Course", "funnel", course),
        chart_claim(guest, f"{FOLDER}/wind.json", "Wind", "scatter", wind),
        nothing_else(guest, *(may_add(f"{CHARTS}/{name}.json") for name in NAMES)),
    )


def teachers(_option: Any, series: Any) -> tuple[bool, object]:
    found = [branch(item) for item in series["data"]]
    return found == [("Wim", [("Aino", []), ("Per", [("Lotte", [])])])], found


def branch(item: Any) -> tuple[str, list[Any]]:
    return item["name"], sorted(map(branch, item.get("children") or []))


def boats(option: Any, series: Any) -> tuple[bool, object]:
    axes = [axis["name"].lower() for axis in option["radar"]["indicator"]]
    found = {
        (item["name"], axis): value
        for item in series["data"]
        for axis, value in zip(axes, item["value"], strict=True)
    }
    return found == BOATS, sorted(found.items())


def course(_option: Any, series: Any) -> tuple[bool, object]:
    found = [(item["name"], item["value"]) for item in series["data"]]
    return found == [("Asked", 90), ("First evening", 48), ("Licence", 31)], found


def wind(_option: Any, series: Any) -> tuple[bool, object]:
    return sorted(series["data"]) == [[2, 1], [4, 3], [7, 4]], series["data"]
