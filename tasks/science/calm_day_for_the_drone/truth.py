from datetime import timedelta

from checkers import GuestView
from checkers.archives import parsing
from checkers.clock import today
from checkers.fixture_servers import fixture_result


@parsing("what forecast-office answers", "set of facts")
def truth(guest: GuestView) -> str:
    """The calmest day in Eastvale of the ten after that of the judging, and its high."""
    start = str(today(guest) + timedelta(days=1))
    place = {"town": "Eastvale", "start": start, "days": 10}
    days = fixture_result(guest, "forecast-office", "get_daily_forecasts", **place)
    calmest = min(days, key=lambda day: day["wind_kmh"])
    return f"{calmest['day']}; {calmest['high']}"
