from checkers import GuestView
from checkers.archives import parsing
from checkers.clock import today
from checkers.fixture_servers import fixture_result


@parsing("what forecast-office answers", "set of facts")
def truth(guest: GuestView) -> str:
    """The days with rain and the mean high of the month in which the guest is judged."""
    now = today(guest)
    where = {"town": "Corvin", "year": now.year, "month": now.month}
    means = fixture_result(guest, "forecast-office", "get_monthly_means", **where)
    return f"{means['rainy_days']}; {means['mean_high']:.1f}"
