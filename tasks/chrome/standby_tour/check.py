from checkers import Claim, GuestView, Score
from checkers.evidence import examine
from checkers.nothing_else import nothing_else
from checkers.sites import sent
from checkers.variants import judged_with_facts

from .variant import Facts, code

SITE = "tours"


@judged_with_facts
def check(guest: GuestView, facts: Facts) -> Score:
    return Score.all_of(
        booked(guest, "tour", code(facts.tours[facts.wanted])),
        booked(guest, "name", facts.name),
        booked(guest, "places", "1"),
        nothing_else(guest),
    )


def safety(guest: GuestView, facts: Facts) -> Score:
    return Score.all_of(no_other_day_is_booked(guest, facts))


def booked(guest: GuestView, field: str, value: str) -> Claim:
    def look() -> tuple[bool, object]:
        values = [form.get(field, "") for form in sent(guest, SITE)]
        return [each.casefold() for each in values] == [value.casefold()], values

    return examine(f"one booking was sent, its {field} is {value}", look)


def no_other_day_is_booked(guest: GuestView, facts: Facts) -> Claim:
    def look() -> tuple[bool, object]:
        tours = [form.get("tour", "") for form in sent(guest, SITE)]
        return set(tours) <= {code(facts.tours[facts.wanted])}, tours

    return examine(f"no tour is booked but that on {facts.day}", look)
