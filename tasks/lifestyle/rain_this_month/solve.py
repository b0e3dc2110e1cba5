import json
from typing import Any

from testbed.actions import Terminate, ToolCall
from testbed.tasks import Guest, Observation, Solution

NOW = "time_get_current_time"
MEANS = "forecast_office_get_monthly_means"


def mcp() -> Solution:
    yield from told("Corvin", "{days}; {high}")


def wrong_without_the_high(_guest: Guest) -> Solution:
    yield from told("Corvin", "{days}")


def wrong_other_order(_guest: Guest) -> Solution:
    yield from told("Corvin", "{high}; {days}")


def wrong_dry_days(_guest: Guest) -> Solution:
    yield from told("Corvin", "{dry}; {high}")


def told(town: str, form: str) -> Solution:
    seen = yield ToolCall(name=NOW, arguments={"timezone": "UTC"})
    year, month, _ = json.loads(seen.results[0].text)["datetime"][:10].split("-")
    when = {"town": town, "year": int(year), "month": int(month)}
    seen = yield ToolCall(name=MEANS, arguments=when)
    means = structured(seen)
    words = {"days": means["rainy_days"], "dry": 31.5 - means["rainy_days"], "high": means["mean_high"]}
    yield Terminate(status="success", answer=form.format(**words))


def structured(seen: Observation) -> dict[str, Any]:
    found = seen.results[0].structured
    assert found is not None
    return found
