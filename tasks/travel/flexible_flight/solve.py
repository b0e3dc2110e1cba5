from testbed.actions import Terminate, ToolCall
from testbed.tasks import Guest, Solution

SEATS = 6
SEARCH = "transit_desk_search_flights"
BOOK = "transit_desk_book_trip"


def mcp() -> Solution:
    fitting = []
    for number in range(3, 11):
        day = f"2027-05-{number:02}"
        route = {"origin": "Aldmere", "destination": "Greyharbour", "day": day}
        seen = yield ToolCall(name=SEARCH, arguments=route)
        found = seen.results[0].structured
        assert found is not None
        fitting += [
            (flight["fare"], day, flight["number"])
            for flight in found["result"]
            if flight["departs"] >= "12:00" and flight["free_seats"] >= SEATS
        ]
    _, day, flight = min(fitting)
    yield from booked(day, flight)


def wrong_in_the_morning(_guest: Guest) -> Solution:
    yield from booked("2027-05-11", "F40")


def wrong_next_cheapest(_guest: Guest) -> Solution:
    yield from booked("2027-05-06", "F42")


def wrong_five_seats(_guest: Guest) -> Solution:
    yield from booked("2027-05-03", "F42", seats=5)


def also_in_a_sentence(_guest: Guest) -> Solution:
    yield from booked("2027-05-06", "F41", answer="On 2027-05-06; flight F41.")


def booked(day: str, flight: str, *, seats: int = SEATS, answer: str = "") -> Solution:
    trip = {"number": flight, "day": day, "passenger": "Ines Faro", "seats": seats}
    yield ToolCall(name=BOOK, arguments=trip)
    yield Terminate(status="success", answer=answer or f"{day}; {flight}")
