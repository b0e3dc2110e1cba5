import json
from typing import Any

from checkers import GuestView, Score
from checkers.echarts import chart_claim
from checkers.evidence import Unusable, examine
from checkers.files import read_text
from checkers.nothing_else import may_add, nothing_else

FOLDER = "/home/user/Documents/desk"
QUOTES = {
    "2026-11-16": [41.2, 42.0, 40.9, 42.3],
    "2026-11-17": [42.1, 41.4, 41.1, 42.5],
    "2026-11-18": [41.4, 43.2, 41.3, 43.6],
    "2026-11-19": [43.0, 43.1, 42.2, 43.9],
    "2026-11-20": [43.3, 42.7, 42.4, 43.4],
}
FUNDS = {"Alder": [0.3, 2.1, 3], "Birch": [0.9, 3.4, 5], "Cedar": [0.5, 2.8, 4]}
LIMITS = {"September": 40, "October": 42, "November": 45}


def check(guest: GuestView) -> Score:
    return Score.all_of(
        chart_claim(guest, f"{FOLDER}/candles.json", "Quotes", "candlestick", candles),
        examine("funds.json has the funds on parallel axes", lambda: funds(guest)),
        chart_claim(guest, f"{FOLDER}/limits.json", "Limits", "line", limits),
        nothing_else(
            guest, *(may_add(f"Documents/desk/{name}.json") for name in ("candles", "funds", "limits"))
        ),
    )


def candles(option: Any, series: Any) -> tuple[bool, object]:
    found = dict(zip(only(option["xAxis"])["data"], map(value, series["data"]), strict=True))
    return found == QUOTES, found


def limits(option: Any, series: Any) -> tuple[bool, object]:
    months = only(option["xAxis"])["data"]
    found = dict(zip(months, map(value, series["data"]), strict=True)), series.get("step")
    return found == (LIMITS, "end") and months == list(LIMITS), found


def funds(guest: GuestView) -> tuple[bool, object]:
    """The lines are one series with a line each, or a series a line."""
    try:
        option = json.loads(read_text(guest, f"{FOLDER}/funds.json"))
        series = option["series"] if isinstance(option["series"], list) else [option["series"]]
        axes = sorted((axis["dim"], axis["name"]) for axis in option["parallelAxis"])
        lines = {
            item.get("name", each.get("name")) if isinstance(item, dict) else each["name"]: value(item)
            for each in series
            for item in each["data"]
        }
        found = option["title"]["text"], {each["type"] for each in series}, axes, lines
    except (ValueError, KeyError, TypeError, IndexError, AttributeError, RecursionError) as error:
        raise Unusable("funds.json has a chart's options", f"{type(error).__name__}: {error}") from error
    return found == ("Funds", {"parallel"}, [(0, "fee"), (1, "yield"), (2, "risk")], FUNDS), found


def only(axis: Any) -> Any:
    """An axis that stands alone or in a list."""
    return axis[0] if isinstance(axis, list) else axis


def value(item: Any) -> Any:
    return item["value"] if isinstance(item, dict) else item
