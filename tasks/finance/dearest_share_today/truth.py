from checkers import GuestView
from checkers.archives import parsing
from checkers.fixture_servers import fixture_result


@parsing("what market-data answers", "set of facts")
def truth(guest: GuestView) -> str:
    """The symbol and the price of the dearest share of the sector on the day on which the guest is judged."""
    companies = fixture_result(guest, "market-data", "list_companies", sector="energy")
    symbols = {company["symbol"] for company in companies}
    prices = fixture_result(guest, "market-data", "get_latest_prices")
    dearest = max(
        (item for item in prices if item["symbol"] in symbols), key=lambda item: float(item["close"])
    )
    return f"{dearest['symbol']}; {dearest['close']:.2f}"
