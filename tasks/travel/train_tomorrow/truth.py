from datetime import timedelta

from checkers import GuestView
from checkers.archives import parsing
from checkers.clock import today
from checkers.fixture_servers import fixture_result


@parsing("what transit-desk answers", "set of facts")
def truth(guest: GuestView) -> str:
    """Number and fare of the cheapest train with a free seat, on the day after that of the judging."""
    day = str(today(guest) + timedelta(days=1))
    route = {"origin": "Corvin", "destination": "Eastvale", "day": day, "order": "price"}
    trains = fixture_result(guest, "transit-desk", "search_trains", **route)
    train = next(train for train in trains if train["free_seats"])
    return f"{train['number']}; {train['fare']:.2f}"
