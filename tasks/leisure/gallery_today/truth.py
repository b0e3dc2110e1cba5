from checkers import GuestView
from checkers.archives import parsing
from checkers.clock import today
from checkers.fixture_servers import fixture_result


@parsing("what city-guide answers", "set of facts")
def truth(guest: GuestView) -> str:
    """When the gallery closes on the day on which the guest is judged, or "closed"."""
    hours = fixture_result(guest, "city-guide", "get_opening_hours", place_id=504, day=str(today(guest)))
    return str(hours["closes"] or "closed")
