from datetime import timedelta

from checkers import GuestView
from checkers.archives import parsing
from checkers.clock import today
from checkers.fixture_servers import fixture_result


@parsing("what market-data answers", "set of facts")
def truth(guest: GuestView) -> str:
    """The technology share that has gained most in the week before the judging, and its gain in percent."""
    now = today(guest)
    companies = fixture_result(guest, "market-data", "list_companies", sector="technology")
    gains = []
    for company in companies:
        symbol = company["symbol"]
        before, after = (
            fixture_result(guest, "market-data", "get_price", symbol=symbol, day=str(day))["close"]
            for day in (now - timedelta(days=7), now)
        )
        gains.append(((after / before - 1) * 100, symbol))
    gain, symbol = max(gains)
    return f"{symbol}; {gain:.2f}"
