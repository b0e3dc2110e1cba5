from typing import Any

from testbed.actions import ToolCall
from testbed.tasks import Guest, Observation, Solution

SEARCH = "transit_desk_search_trains"
BOOK = "transit_desk_book_trip"
PLAN = "taskmanager_request_planning"


def mcp() -> Solution:
    yield from arranged()


def wrong_dearest_of_the_day(_guest: Guest) -> Solution:
    yield from arranged(before="24:00", dearest=True)


def wrong_departure(_guest: Guest) -> Solution:
    yield from arranged(time="departs")


def wrong_without_the_reference(_guest: Guest) -> Solution:
    yield from arranged(with_reference=False)


def arranged(
    *, before: str = "12:00", dearest: bool = False, time: str = "arrives", with_reference: bool = True
) -> Solution:
    day = "2027-02-09"
    route = {"origin": "Dunholt", "destination": "Corvin", "day": day, "order": "price"}
    seen = yield ToolCall(name=SEARCH, arguments=route)
    fitting = [
        train
        for train in structured(seen)["result"]
        if train["free_seats"] and train["departs"] < train["arrives"] < before
    ]
    train = fitting[-1 if dearest else 0]
    seen = yield ToolCall(
        name=BOOK, arguments={"number": train["number"], "day": day, "passenger": "Ines Faro", "seats": 1}
    )
    reference = structured(seen)["reference"] if with_reference else "of the train"
    titles = (f"Send booking {reference}", f"Meet train at {train[time]}")
    tasks = [{"title": title, "description": title} for title in titles]
    yield ToolCall(name=PLAN, arguments={"originalRequest": "Director in Corvin", "tasks": tasks})


def structured(seen: Observation) -> dict[str, Any]:
    found = seen.results[0].structured
    assert found is not None
    return found
