import json

from checkers import GuestView, Score, claim
from checkers.evidence import Unusable, examine, fetch, judged
from checkers.sqlite_tables import rows

STATE = "/home/user/.local/state/mcp"
SAVED = [(307, "lunch"), (316, "meeting point")]
"""The Old Granary and the Town Library of Corvin."""
TASKS = ["Buy tickets for 336 euros", "Reserve a table at Old Granary"]


@judged
def check(guest: GuestView) -> Score:
    saved = rows(guest, f"{STATE}/city-guide/data.db", "SELECT place, note FROM saved ORDER BY place")

    def request() -> tuple[bool, object]:
        found = planned(guest)
        return found == [("Puppet theatre", TASKS)], found

    return Score.all_of(
        claim("the restaurant is saved for lunch", SAVED[0] in saved, saved),
        claim("the library is saved as meeting point", SAVED[1] in saved, saved),
        claim("no other place is saved", set(saved) <= set(SAVED), saved),
        examine("the request has the two tasks", request),
    )


def planned(guest: GuestView) -> list[tuple[str, list[str]]]:
    """The requests with their tasks' titles; a file of another form is no evidence."""
    try:
        requests = json.loads(fetch(guest, f"{STATE}/taskmanager/tasks.json"))["requests"]
        return [(item["originalRequest"], [task["title"] for task in item["tasks"]]) for item in requests]
    except (ValueError, KeyError, TypeError, RecursionError) as error:
        raise Unusable("the task manager's file can be read", error) from error
