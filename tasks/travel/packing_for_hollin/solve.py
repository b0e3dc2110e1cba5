from testbed.actions import ToolCall
from testbed.tasks import Guest, Solution

FOLDER = "/home/user/Documents"
READ = "filesystem_read_text_file"
WRITE = "filesystem_write_file"
FORECASTS = "forecast_office_get_daily_forecasts"


def mcp() -> Solution:
    yield ToolCall(name=READ, arguments={"path": f"{FOLDER}/rules.txt"})
    stay = {"town": "Hollin", "start": "2027-06-17", "days": 4}
    seen = yield ToolCall(name=FORECASTS, arguments=stay)
    found = seen.results[0].structured
    assert found is not None
    days = found["result"]
    things = {
        "tent": True,
        "umbrella": any(day["rain_mm"] > 0 for day in days),
        "storm pegs": any(day["wind_kmh"] >= 40 for day in days),
        "sweater": any(day["low"] < 15 for day in days),
        "sun hat": any(day["high"] > 25 for day in days),
        "sun cream": any(day["sky"] == "sunny" for day in days),
    }
    yield packed(*(thing for thing, needed in things.items() if needed))


def wrong_first_day_alone(_guest: Guest) -> Solution:
    yield packed("tent", "sun hat")


def wrong_everything(_guest: Guest) -> Solution:
    yield packed("tent", "umbrella", "storm pegs", "sweater", "sun hat", "sun cream")


def wrong_order(_guest: Guest) -> Solution:
    yield packed("sun hat", "sweater", "tent", "umbrella")


def also_capital_letters(_guest: Guest) -> Solution:
    yield packed("Tent", "Umbrella", "Sweater", "Sun hat")


def packed(*things: str) -> ToolCall:
    text = "".join(f"{thing}\n" for thing in things)
    return ToolCall(name=WRITE, arguments={"path": f"{FOLDER}/packing.txt", "content": text})
