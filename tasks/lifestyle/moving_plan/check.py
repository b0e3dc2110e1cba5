import json

from checkers import GuestView, Score, claim
from checkers.evidence import Unusable, fetch, judged

TASKS = "/home/user/.local/state/mcp/taskmanager/tasks.json"
TITLES = ["Pack the books", "Order the van", "Hand over the keys"]


@judged
def check(guest: GuestView) -> Score:
    requests = planned(guest)
    tasks = [task for request in requests for task in request["tasks"]]
    return Score.all_of(
        claim(
            "the request is planned",
            [item["originalRequest"] for item in requests] == ["Move to Bell Street"],
            requests,
        ),
        claim("it has the three tasks in order", [task["title"] for task in tasks] == TITLES, tasks),
        claim("the first alone is done", [task["done"] for task in tasks] == [True, False, False], tasks),
        claim(
            "the first alone is approved", [task["approved"] for task in tasks] == [True, False, False], tasks
        ),
    )


def planned(guest: GuestView) -> list[dict[str, list[dict[str, object]]]]:
    """The requests; a file of another form is no evidence."""
    try:
        requests = json.loads(fetch(guest, TASKS))["requests"]
        for request in requests:
            _ = request["originalRequest"]
            for task in request["tasks"]:
                _ = task["title"], task["done"], task["approved"]
    except (ValueError, KeyError, TypeError, RecursionError) as error:
        raise Unusable("the task manager's file can be read", error) from error
    return list(requests)
