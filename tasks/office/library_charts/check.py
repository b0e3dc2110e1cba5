from typing import Any

from checkers import GuestView, Score
from checkers.echarts import chart_claim
from checkers.nothing_else import may_add, nothing_else

LIBRARY = "Documents/library"
FOLDER = f"/home/user/{LIBRARY}"
VISITORS = {
    ("Monday", "morning"): 14,
    ("Monday", "afternoon"): 31,
    ("Thursday", "morning"): 22,
    ("Thursday", "afternoon"): 9,
}
FLOWS = [("Fees", "Books", 1150), ("Town", "Books", 8800), ("Town", "Heating", 2400)]


def check(guest: GuestView) -> Score:
    return Score.all_of(
        chart_claim(guest, f"{FOLDER}/loans.json", "Loans", "line", loans),
        chart_claim(guest, f"{FOLDER}/desk.json", "Desk", "heatmap", desk),
        chart_claim(guest, f"{FOLDER}/money.json", "Money", "sankey", money),
        chart_claim(guest, f"{FOLDER}/challenge.json", "Challenge", "gauge", challenge),
        nothing_else(
            guest, *(may_add(f"{LIBRARY}/{name}.json") for name in ("loans", "desk", "money", "challenge"))
        ),
    )


def loans(option: Any, series: Any) -> tuple[bool, object]:
    found = [option["xAxis"]["data"], series["data"]]
    return found == [["April", "May", "June"], [412, 388, 295]], found


def desk(option: Any, series: Any) -> tuple[bool, object]:
    days, times = option["xAxis"]["data"], option["yAxis"]["data"]
    found = {(days[x], times[y]): value for x, y, value in series["data"]}
    return found == VISITORS, sorted(found.items())


def money(_option: Any, series: Any) -> tuple[bool, object]:
    """A link shows only between nodes that are in the data."""
    found = sorted((link["source"], link["target"], link["value"]) for link in series["links"])
    nodes = sorted(item["name"] for item in series["data"])
    return (found, nodes) == (FLOWS, ["Books", "Fees", "Heating", "Town"]), (found, nodes)


def challenge(_option: Any, series: Any) -> tuple[bool, object]:
    found = [series["min"], series["max"], [(item["name"], item["value"]) for item in series["data"]]]
    return found == [0, 250, [("Books", 163)]], found
