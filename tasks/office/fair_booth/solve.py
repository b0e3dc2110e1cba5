import json

from testbed.actions import ToolCall
from testbed.tasks import Guest, Solution

PLAN = "taskmanager_request_planning"
DONE = "taskmanager_mark_task_done"
APPROVE = "taskmanager_approve_task_completion"
UPDATE = "taskmanager_update_task"
DELETE = "taskmanager_delete_task"
ADD = "taskmanager_add_tasks_to_request"
NEXT = "taskmanager_get_next_task"
OPEN = "taskmanager_open_task_details"
CLOSE = "taskmanager_approve_request_completion"
LIST = "taskmanager_list_requests"


def mcp() -> Solution:
    yield from planned()
    yield ToolCall(name=LIST)


def wrong_waffles_baked(_guest: Guest) -> Solution:
    yield from planned(waffles=True)


def wrong_request_left_open(_guest: Guest) -> Solution:
    yield from planned(closed=False)


def wrong_no_details(_guest: Guest) -> Solution:
    yield from planned(details="")


def planned(
    *, waffles: bool = False, closed: bool = True, details: str = "from the fire brigade"
) -> Solution:
    titles = ("Rent a tent", "Print flyers", "Bake waffles")
    tasks = [{"title": title, "description": title} for title in titles]
    plan = {"originalRequest": "Booth at the spring fair", "tasks": tasks}
    seen = yield ToolCall(name=PLAN, arguments=plan)
    made = json.loads(seen.results[0].text)
    request = {"requestId": made["requestId"]}
    tent, flyers, bake = ({**request, "taskId": task["id"]} for task in made["tasks"])
    yield ToolCall(name=DONE, arguments={**tent, "completedDetails": details})
    yield ToolCall(name=APPROVE, arguments=tent)
    yield ToolCall(name=UPDATE, arguments={**flyers, "title": "Print 200 flyers"})
    rest = [flyers]
    if waffles:
        rest.append(bake)
    else:
        yield ToolCall(name=DELETE, arguments=bake)
    cash = {"title": "Fetch the cash box", "description": "Fetch the cash box"}
    seen = yield ToolCall(name=ADD, arguments={**request, "tasks": [cash]})
    rest.append({**request, "taskId": json.loads(seen.results[0].text)["newTasks"][0]["id"]})
    yield ToolCall(name=NEXT, arguments=request)
    yield ToolCall(name=OPEN, arguments={"taskId": flyers["taskId"]})
    for task in rest:
        yield ToolCall(name=DONE, arguments=task)
        yield ToolCall(name=APPROVE, arguments=task)
    if closed:
        yield ToolCall(name=CLOSE, arguments=request)
