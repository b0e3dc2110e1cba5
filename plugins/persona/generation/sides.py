"""The sides of life: which one the life events are of that a fact is from."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Literal

from plugins.persona.generation.lived import Lived
from plugins.persona.generation.parts import Fact

Side = Literal["work", "family", "household", "travel", "leisure", "hobbies"]
_KINDS: Mapping[Side, str] = {
    "work": """weekly_meeting work_meeting moved_meeting project budget client_visit team_lunch hand_over new_colleague
        colleague_leave work_question business_journey""",
    "family": "school_event parents_evening birthday gift_plan old_list",
    "household": "repair order subscription insurance_letter changed_price loan errand neighbour_favour",
    "travel": "trip",
    "leisure": """concert dinner invitation party visit run_together day_off_in_town catching_up feed_picture twin_event
        answer_taken_back course""",
    "hobbies": "recipe reading_list forum_question recommendation newsletter",
}
SIDES: Mapping[str, Side] = {kind: side for side, kinds in _KINDS.items() for kind in kinds.split()}
"""The side of life of each kind of life event; others, as moving house, have none."""


def sides_of(lived: Lived, fact: Fact) -> set[Side]:
    """Return the sides of life that a fact belongs to."""
    kinds = (lived.life.events[number].kind for number in events_of(lived, fact))
    return {SIDES[kind] for kind in kinds if kind in SIDES}


def events_of(lived: Lived, fact: Fact) -> set[int]:
    """Return the numbers of the life events that a fact, or what it needs, is from."""
    records = [record for item in (fact, *needed(fact)) for record in item.shown]
    return set().union(*(lived.events_of_records.get(record, set()) for record in records))


def needed(fact: Fact) -> Iterator[Fact]:
    """Yield the facts that a fact needs, and those that these need."""
    for item in fact.needs.values():
        yield item
        yield from needed(item)
