import json

from testbed.actions import ToolCall
from testbed.tasks import Guest, Solution

FORECASTS = "forecast_office_get_daily_forecasts"
CONVERT = "unit_converter_convert_batch"
CREATE = "sqlite_create_table"
WRITE = "sqlite_write_query"


def mcp() -> Solution:
    yield from told()


def wrong_knots(_guest: Guest) -> Solution:
    yield from told(speed="knots")


def wrong_lows(_guest: Guest) -> Solution:
    yield from told(what="low")


def told(*, what: str = "high", speed: str = "miles per hour") -> Solution:
    period = {"town": "Brackwater", "start": "2027-04-12", "days": 3}
    seen = yield ToolCall(name=FORECASTS, arguments=period)
    found = seen.results[0].structured
    assert found is not None
    requests = []
    for day in found["result"]:
        requests.append(conversion("temperature", day[what], "celsius", "fahrenheit"))
        requests.append(conversion("speed", day["wind_kmh"], "kilometers per hour", speed))
    seen = yield ToolCall(name=CONVERT, arguments={"requests": requests})
    values = [round(item["converted_value"], 1) for item in json.loads(seen.results[0].text)["batch_results"]]
    table = "CREATE TABLE imperial (day TEXT, high_f REAL, wind_mph REAL)"
    yield ToolCall(name=CREATE, arguments={"query": table})
    rows = ", ".join(
        f"('{day['day']}', {high}, {wind})"
        for day, high, wind in zip(found["result"], values[::2], values[1::2], strict=True)
    )
    yield ToolCall(name=WRITE, arguments={"query": f"INSERT INTO imperial VALUES {rows}"})


def conversion(kind: str, value: float, source: str, target: str) -> dict[str, object]:
    return {"value": value, "from_unit": source, "to_unit": target, "conversion_type": kind}
