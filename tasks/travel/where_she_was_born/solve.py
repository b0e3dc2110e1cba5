from collections.abc import Generator
from typing import Any

from testbed.actions import Terminate, ToolCall
from testbed.tasks import Guest, Observation, Solution

DAY = "2027-05-15"
SEATS = 3
SEARCH = "encyclopedia_search_articles"
FACTS = "encyclopedia_get_facts"
TRAINS = "transit_desk_search_trains"
BOOK = "transit_desk_book_trip"


def mcp() -> Solution:
    seen = yield ToolCall(name=SEARCH, arguments={"text": "The Frozen Sound"})
    [composer] = [item["title"] for item in structured(seen)["result"]]
    seen = yield ToolCall(name=FACTS, arguments={"title": composer})
    town = structured(seen)["facts"]["Born in"]
    seen = yield ToolCall(name=FACTS, arguments={"title": town})
    population = structured(seen)["facts"]["Population"]
    train = yield from cheapest(town, SEATS)
    yield from booked(train, SEATS, f"{town}; {population}")


def wrong_town_of_later_years(_guest: Guest) -> Solution:
    train = yield from cheapest("Greyharbour", SEATS)
    yield from booked(train, SEATS, "Greyharbour; 108600")


def wrong_train_with_two_free_seats(_guest: Guest) -> Solution:
    train = yield from cheapest("Brackwater", SEATS - 1)
    yield from booked(train, SEATS - 1, "Brackwater; 131700")


def wrong_population_of_dunholt(_guest: Guest) -> Solution:
    yield from booked("T371", SEATS, "Brackwater; 214300")


def wrong_nothing_booked(_guest: Guest) -> Solution:
    yield Terminate(status="success", answer="Brackwater; 131700")


def also_in_a_sentence(_guest: Guest) -> Solution:
    yield from booked("T371", SEATS, "You are going to Brackwater; 131,700 people live there.")


def cheapest(town: str, seats: int) -> Generator[Any, Observation, str]:
    route = {"origin": "Farrowgate", "destination": town, "day": DAY, "order": "price"}
    seen = yield ToolCall(name=TRAINS, arguments=route)
    fitting = (train for train in structured(seen)["result"] if train["free_seats"] >= seats)
    return str(next(fitting)["number"])


def booked(train: str, seats: int, answer: str) -> Solution:
    trip = {"number": train, "day": DAY, "passenger": "Ola Brandt", "seats": seats}
    yield ToolCall(name=BOOK, arguments=trip)
    yield Terminate(status="success", answer=answer)


def structured(seen: Observation) -> dict[str, Any]:
    result = seen.results[0].structured
    assert result is not None
    return dict(result)
