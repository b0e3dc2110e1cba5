import json

from checkers import GuestView, Score, claim
from checkers.evidence import Unusable, examine, fetch, judged
from checkers.nothing_else import may_change, nothing_else
from checkers.sqlite_tables import rows

SAVES = "/var/lib/testbed-fixtures/city-guide/data.db"
REQUESTS = ".local/state/mcp/taskmanager/tasks.json"
SAVED = [(307, "lunch"), (316, "meeting point")]
"""The Old Granary and the Town Library of Corvin."""
TASKS = ["Buy tickets for 336 euros", "Reserve a table at Old Granary"]


@judged
def check(guest: GuestView) -> Score:
    saved = rows(guest, SAVES, "SELECT place, note FROM saved ORDER BY place")

    def request() -> tuple[bool, object]:
        found = planned(guest)
        return found == [("Puppet theatre", TASKS)], found

    return Score.all_of(
        claim("the restaurant is saved for lunch", SAVED[0] in saved, saved),
        claim("the library is saved as meeting point", SAVED[1] in saved, saved),
        examine("the request has the two tasks", request),
        nothing_else(
            guest,
            may_change(SAVES, *(f"table saved/row {place}" for place, _ in SAVED), what="added"),
            may_change(REQUESTS),
        ),
    )


def planned(guest: GuestView) -> list[tuple[str, list[str]]]:
    """The requests with their tasks' titles; a file of another form is no evidence."""
    try:
        requests = json.loads(fetch(guest, f"/home/user/{REQUESTS}"))["requests"]
        return [(item["originalRequest"], [task["title"] for task in item["tasks"]]) for item in requests]
    except (ValueError, KeyError, TypeError, RecursionError) as error:
        raise Unusable("the task manager's file can be read", error) from error
