import json
from typing import Any

from testbed.actions import ToolCall
from testbed.tasks import Guest, Observation, Solution

PLAN = "taskmanager_request_planning"
NEXT = "taskmanager_get_next_task"
DONE = "taskmanager_mark_task_done"
APPROVE = "taskmanager_approve_task_completion"
TITLES = ("Pack the books", "Order the van", "Hand over the keys")


def mcp() -> Solution:
    seen = yield plan(TITLES)
    request = {"requestId": answered(seen)["requestId"]}
    seen = yield ToolCall(name=NEXT, arguments=request)
    first = {**request, "taskId": answered(seen)["task"]["id"]}
    yield ToolCall(name=DONE, arguments=first)
    yield ToolCall(name=APPROVE, arguments=first)


def wrong_not_approved(_guest: Guest) -> Solution:
    seen = yield plan(TITLES)
    first = {"requestId": answered(seen)["requestId"], "taskId": answered(seen)["tasks"][0]["id"]}
    yield ToolCall(name=DONE, arguments=first)


def wrong_order(_guest: Guest) -> Solution:
    seen = yield plan(TITLES[::-1])
    first = {"requestId": answered(seen)["requestId"], "taskId": answered(seen)["tasks"][0]["id"]}
    yield ToolCall(name=DONE, arguments=first)
    yield ToolCall(name=APPROVE, arguments=first)


def plan(titles: tuple[str, ...]) -> ToolCall:
    tasks = [{"title": title, "description": f"{title}."} for title in titles]
    return ToolCall(name=PLAN, arguments={"originalRequest": "Move to Bell Street", "tasks": tasks})


def answered(seen: Observation) -> dict[str, Any]:
    """The server's answer: JSON, with a table for people in one of its texts."""
    parsed: dict[str, Any] = json.loads(seen.results[0].text)
    return parsed
