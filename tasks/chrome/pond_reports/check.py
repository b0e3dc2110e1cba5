from checkers import Claim, GuestView, Score
from checkers.evidence import examine
from checkers.nothing_else import nothing_else
from checkers.sites import sent
from checkers.variants import judged_with_facts

from .variant import Facts


@judged_with_facts
def check(guest: GuestView, facts: Facts) -> Score:
    return Score.all_of(
        each_species_is_reported_once(guest, facts),
        *(number_is(guest, bird, number) for bird, number in facts.reports.items()),
        reports_have(guest, "place", facts.pond),
        reports_have(guest, "day", str(facts.date.day)),
        reports_have(guest, "month", f"{facts.date:%B}"),
        nothing_else(guest),
    )


def reports(guest: GuestView) -> list[dict[str, str]]:
    return [{name: value.casefold() for name, value in form.items()} for form in sent(guest, "county")]


def each_species_is_reported_once(guest: GuestView, facts: Facts) -> Claim:
    def look() -> tuple[bool, object]:
        species = sorted(form.get("species", "") for form in reports(guest))
        return species == sorted(facts.reports), species

    return examine("each of the four species is reported once, and no other", look)


def number_is(guest: GuestView, bird: str, number: int) -> Claim:
    def look() -> tuple[bool, object]:
        numbers = [form.get("number", "") for form in reports(guest) if form.get("species") == bird]
        return numbers == [str(number)], numbers

    return examine(f"the report of {bird} says {number}", look)


def reports_have(guest: GuestView, field: str, value: str) -> Claim:
    def look() -> tuple[bool, object]:
        values = [form.get(field, "").lstrip("0") for form in reports(guest)]
        return values != [] and set(values) == {value.casefold()}, values

    return examine(f"the {field} of all reports is {value}", look)
