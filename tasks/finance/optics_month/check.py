from typing import Any

from checkers import GuestView, Score
from checkers.echarts import chart_claim
from checkers.nothing_else import may_add, nothing_else

FOLDER = "/home/user/Documents/optics"
DAYS = [f"2026-09-{day:02}" for day in (1, 2, 3, 4, 7, 8, 9, 10, 11)]
CLOSES = [98.5, 97.76, 98.4, 97.11, 96.76, 95.9, 90.51, 90.64, 90.92]
VOLUMES = [41900, 20600, 7800, 56000, 84400, 22600, 53800, 39100, 45700]
SHARES = [("Corvin Optics", 29500000), ("Hollin Instruments", 25100000), ("Vellum Software", 37200000)]


def check(guest: GuestView) -> Score:
    return Score.all_of(
        chart_claim(guest, f"{FOLDER}/closes.json", "Close", "line", closes),
        chart_claim(guest, f"{FOLDER}/volumes.json", "Volume", "bar", volumes),
        chart_claim(guest, f"{FOLDER}/shares.json", "Shares", "pie", shares),
        nothing_else(
            guest, *(may_add(f"Documents/optics/{name}.json") for name in ("closes", "volumes", "shares"))
        ),
    )


def closes(option: Any, series: Any) -> tuple[bool, object]:
    found = [option["xAxis"]["data"], series["data"], "areaStyle" in series]
    return found == [DAYS, CLOSES, True], found


def volumes(option: Any, series: Any) -> tuple[bool, object]:
    found = [option["xAxis"]["data"], series["data"]]
    return found == [DAYS, VOLUMES], found


def shares(_option: Any, series: Any) -> tuple[bool, object]:
    found = sorted((item["name"], item["value"]) for item in series["data"])
    return found == SHARES, found
