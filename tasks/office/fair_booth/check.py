import json

from checkers import GuestView, Score, claim
from checkers.evidence import Unusable, fetch, judged
from checkers.nothing_else import may_change, nothing_else

TASKS = ".local/state/mcp/taskmanager/tasks.json"
TITLES = ["Rent a tent", "Print 200 flyers", "Fetch the cash box"]


@judged
def check(guest: GuestView) -> Score:
    try:
        requests = json.loads(fetch(guest, f"/home/user/{TASKS}"))["requests"]
        named = [(request["originalRequest"], request["completed"]) for request in requests]
        tasks = [
            (task["title"], task["done"], task["approved"], task["completedDetails"])
            for request in requests
            for task in request["tasks"]
        ]
    except (ValueError, KeyError, TypeError, RecursionError) as error:
        raise Unusable("the task manager's file can be read", error) from error
    return Score.all_of(
        claim("there is the one request", [name for name, _ in named] == ["Booth at the spring fair"], named),
        claim("it is closed", named != [] and all(closed for _, closed in named), named),
        claim("it has the three tasks that are left", [task[0] for task in tasks] == TITLES, tasks),
        claim("all are done and approved", tasks != [] and all(task[1] and task[2] for task in tasks), tasks),
        claim(
            "the tent has its details",
            [task[3] for task in tasks[:1]] == ["from the fire brigade"],
            tasks[:1],
        ),
        nothing_else(guest, may_change(TASKS)),
    )
