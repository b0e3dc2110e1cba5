from testbed.actions import Terminate, ToolCall
from testbed.tasks import Guest, Solution

MEANS = "forecast_office_get_monthly_means"
CREATE = "sqlite_create_table"
WRITE = "sqlite_write_query"
INSIGHT = "sqlite_append_insight"
TOWNS = ("Corvin", "Eastvale", "Hollin")


def mcp() -> Solution:
    yield from told()


def wrong_without_june(_guest: Guest) -> Solution:
    yield from told(months=(7, 8))


def wrong_days_of_rain(_guest: Guest) -> Solution:
    yield from told(what="rainy_days")


def told(*, months: tuple[int, ...] = (6, 7, 8), what: str = "rain_mm") -> Solution:
    sums = {}
    for town in TOWNS:
        total = 0.0
        for month in months:
            when = {"town": town, "year": 2026, "month": month}
            seen = yield ToolCall(name=MEANS, arguments=when)
            found = seen.results[0].structured
            assert found is not None
            total += found[what]
        sums[town] = round(total, 1)
    yield ToolCall(name=CREATE, arguments={"query": "CREATE TABLE summer (town TEXT, rain_mm REAL)"})
    values = ", ".join(f"('{town}', {rain})" for town, rain in sums.items())
    yield ToolCall(name=WRITE, arguments={"query": f"INSERT INTO summer VALUES {values}"})
    wettest = max(sums, key=sums.__getitem__)
    insight = f"{wettest} had the wettest summer of 2026, with {sums[wettest]} mm."
    yield ToolCall(name=INSIGHT, arguments={"insight": insight})
    yield Terminate(status="success", answer=wettest)
