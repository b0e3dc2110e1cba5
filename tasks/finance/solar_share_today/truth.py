from checkers import GuestView
from checkers.archives import parsing
from checkers.fixture_servers import fixture_result


@parsing("what market-data answers", "set of facts")
def truth(guest: GuestView) -> str:
    """The closing price of the day on which the guest is judged."""
    prices = fixture_result(guest, "market-data", "get_latest_prices")
    return next(f"{item['close']:.2f}" for item in prices if item["symbol"] == "NTHW")
