from checkers import GuestView
from checkers.archives import parsing
from checkers.clock import today
from checkers.fixture_servers import fixture_result


@parsing("what market-data answers", "set of facts")
def truth(guest: GuestView) -> str:
    """480 euros in dollars at the rate of the day on which the guest is judged."""
    amount = {"amount": 480, "source": "EUR", "target": "USD", "day": str(today(guest))}
    return f"{fixture_result(guest, 'market-data', 'convert_currency', **amount)['amount']:.2f}"
