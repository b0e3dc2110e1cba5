import json

from checkers import GuestView, Score, claim
from checkers.evidence import Unusable, examine, fetch, judged
from checkers.nothing_else import may_change, nothing_else
from checkers.sqlite_tables import rows

BOOKINGS = "/var/lib/testbed-fixtures/transit-desk/data.db"
REQUESTS = ".local/state/mcp/taskmanager/tasks.json"
BOOKED = ("T240", "2027-02-09", "Ines Faro", 1, "booked")
ARRIVES = "08:37"


@judged
def check(guest: GuestView) -> Score:
    query = "SELECT reference, number, day, passenger, seats, state FROM bookings ORDER BY reference"
    bookings = rows(guest, BOOKINGS, query)
    reference = str(bookings[0][0]) if bookings else "none"

    def request() -> tuple[bool, object]:
        found = planned(guest)
        expected = [f"Send booking {reference}", f"Meet train at {ARRIVES}"]
        return found == [("Director in Corvin", expected)], found

    return Score.all_of(
        claim("there is one booking", len(bookings) == 1, bookings),
        claim("it is the cheapest train before noon", [row[1:] for row in bookings] == [BOOKED], bookings),
        examine("the request has the two tasks with reference and arrival", request),
        nothing_else(guest, may_change(BOOKINGS, "table bookings"), may_change(REQUESTS)),
    )


def planned(guest: GuestView) -> list[tuple[str, list[str]]]:
    """The requests with their tasks' titles; a file of another form is no evidence."""
    try:
        requests = json.loads(fetch(guest, f"/home/user/{REQUESTS}"))["requests"]
        return [(item["originalRequest"], [task["title"] for task in item["tasks"]]) for item in requests]
    except (ValueError, KeyError, TypeError, RecursionError) as error:
        raise Unusable("the task manager's file can be read", error) from error
