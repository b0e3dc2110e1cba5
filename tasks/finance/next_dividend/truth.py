from checkers import GuestView
from checkers.archives import parsing
from checkers.clock import today
from checkers.fixture_servers import fixture_result

SHARES = 1800
LAST_YEAR = 2028
"""Of the market data."""


@parsing("what market-data answers", "set of facts")
def truth(guest: GuestView) -> str:
    """The first dividend of Greyharbour Shipping after the day of the judging."""
    now = today(guest)
    paid = [
        item
        for year in range(now.year, min(now.year + 1, LAST_YEAR) + 1)
        for item in fixture_result(guest, "market-data", "list_dividends", symbol="GRHB", year=year)
    ]
    following = next(item for item in paid if item["day"] > str(now))
    return f"{following['day']}; {SHARES * following['amount']:.2f}"
