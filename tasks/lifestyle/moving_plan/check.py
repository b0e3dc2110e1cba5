import json

from checkers import GuestView, Score, claim
from checkers.evidence import Unusable, fetch, judged
from checkers.nothing_else import may_change, nothing_else

TASKS = ".local/state/mcp/taskmanager/tasks.json"
MOVE = "bell street"
THINGS = ["book", "van", "key"]


@judged
def check(guest: GuestView) -> Score:
    requests = planned(guest)
    named = [str(request["originalRequest"]).casefold() for request in requests]
    tasks = [task for request in requests for task in request["tasks"]]
    titles = [str(task["title"]).casefold() for task in tasks]
    return Score.all_of(
        claim("one request is planned, the move", len(named) == 1 and MOVE in named[0], named),
        claim(
            "it has the three tasks in order",
            len(titles) == len(THINGS)
            and all(thing in title for thing, title in zip(THINGS, titles, strict=True)),
            titles,
        ),
        claim("the first alone is done", [task["done"] for task in tasks] == [True, False, False], tasks),
        claim(
            "the first alone is approved", [task["approved"] for task in tasks] == [True, False, False], tasks
        ),
        nothing_else(guest, may_change(TASKS, "member requests")),
    )


def planned(guest: GuestView) -> list[dict[str, list[dict[str, object]]]]:
    """The requests; a file of another form is no evidence."""
    try:
        requests = json.loads(fetch(guest, f"/home/user/{TASKS}"))["requests"]
        for request in requests:
            _ = request["originalRequest"]
            for task in request["tasks"]:
                _ = task["title"], task["done"], task["approved"]
    except (ValueError, KeyError, TypeError, RecursionError) as error:
        raise Unusable("the task manager's file can be read", error) from error
    return list(requests)
