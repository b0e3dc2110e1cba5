from checkers import GuestView, Score, claim
from checkers.evidence import judged
from checkers.nothing_else import may_change, nothing_else
from checkers.sqlite_tables import rows

BOOKINGS = "/var/lib/testbed-fixtures/transit-desk/data.db"
QUERY = "SELECT number, day, passenger, seats FROM bookings WHERE state = 'booked'"


@judged
def check(guest: GuestView) -> Score:
    booked = rows(guest, BOOKINGS, QUERY)
    return Score.all_of(
        claim("one train is booked", len(booked) == 1, booked),
        claim("it is T461 on 18 December", [row[:2] for row in booked] == [("T461", "2026-12-18")], booked),
        claim("it is for Noor Halloran alone", [row[2:] for row in booked] == [("Noor Halloran", 1)], booked),
        nothing_else(guest, may_change(BOOKINGS, "table bookings")),
    )
