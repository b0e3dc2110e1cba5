"""What belongs together: facts of one life event, or at least of one side of life.

A value is told to whom it concerns and kept where it belongs. Which facts concern each other follows from the life
events that have written their records.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping

from plugins.persona.generation.lived import Lived
from plugins.persona.generation.parts import RECORDS, Fact, Operation

_KINDS = {
    "work": """weekly_meeting work_meeting moved_meeting project budget client_visit team_lunch hand_over new_colleague
        colleague_leave work_question business_journey""",
    "family": "school_event parents_evening birthday gift_plan old_list",
    "household": "repair order subscription insurance_letter changed_price loan errand neighbour_favour",
    "travel": "trip",
    "leisure": """concert dinner invitation party visit run_together day_off_in_town catching_up feed_picture twin_event
        answer_taken_back course""",
    "hobbies": "recipe reading_list forum_question recommendation newsletter",
}
SIDES: Mapping[str, str] = {kind: side for side, kinds in _KINDS.items() for kind in kinds.split()}
"""The side of life of each kind of life event; others, as moving house, have none."""
PUBLIC = (
    "recipe_minutes",
    "recipe_degrees",
    "tested_product",
    "tested_price",
    "pictured_place",
    "run_route",
    "concert_ticket",
    "course_fee",
    "trip_hotel",
    "book_in_chat",
)
"""Facts that one tells everybody, in the feed and in the forum."""
ADDRESSES = ("home_of", "new_home", "home_in_file")
NUMBERS = ("phone_of", "number_now")
ONLY_TOLD = ("board_of_question", "book_passage")
"""Facts that are of use to who asks for them alone."""
TOLD_APART = ("tell_in_messenger", "answer_newest", "mail_to", "draft_to", "forward_mail", "answer")
WITH_NOUNS = (
    "status_until",
    "place_of_event",
    "place_of_post",
    "set_property",
    "new_property",
    "birthday_of_person",
)
"""Operations whose sentences take no indirect questions."""
QUESTIONS = ("when", "on which", "in which", "at what", "at which", "where")
TO_SOMEBODY = (*TOLD_APART, "mention_in_channel", "reply_to_colleague")
"""Operations that tell a person something."""
EVERYBODY = ("settled", "acquaintance")
"""Kinds of events that say nothing of what they are about: how people got to know each other."""


class Sense:
    """What belongs together in a life."""

    def __init__(self, lived: Lived) -> None:
        self._today = lived.today
        self._kinds = [event.kind for event in lived.life.events]
        self._events: dict[str, set[int]] = defaultdict(set)
        for number, event in enumerate(lived.life.events):
            if event.kind not in EVERYBODY:
                for kind, key in event.records:
                    self._events[f"{kind} {key}"].add(number)

    def suits(self, operation: Operation) -> bool:
        """Whether a person might want an operation: its facts concern each other and the place where they go."""
        facts = list(operation.takes.values())
        pairs = [(one, other) for number, one in enumerate(facts) for other in facts[number + 1 :]]
        return all(self._belong_together(one, other, operation) for one, other in pairs) and all(
            self._may_go_there(fact, operation) for fact in facts
        )

    def concerns(self, operation: Operation, others: Iterable[Operation]) -> bool:
        """Whether an operation is about what others are about: it shares a fact, a person or a life event with them."""
        known = [fact for item in others for fact in item.takes.values() if fact.calls]
        return all(
            any(fact is other or self.related(fact, other) for other in known)
            for fact in operation.takes.values()
            if fact.calls
        )

    def related(self, one: Fact, other: Fact) -> bool:
        """Whether two facts are from one life event, or about one person."""
        return bool(self._of(one) & self._of(other) or _people(one) & _people(other))

    def _belong_together(self, one: Fact, other: Fact, operation: Operation) -> bool:
        if not one.calls or not other.calls:  # the partner, whom everything concerns
            return "contacts" not in operation.effect.tool
        if "contacts" in operation.effect.tool and {one.type, other.type} & {"place", "code", "day"}:
            return bool(_people(one) & _people(other))
        if "person" in (one.type, other.type) and operation.unit in TO_SOMEBODY:
            person, value = (one, other) if one.type == "person" else (other, one)
            if person.value in {item.value for item in _needed(value)}:  # they know it themselves
                return False
        at_work = all("work" in self.sides(fact) for fact in (one, other))
        to_a_person = "person" in (one.type, other.type) and not {one.type, other.type} & {*RECORDS}
        return self.related(one, other) or (at_work and to_a_person)

    def _may_go_there(self, fact: Fact, operation: Operation) -> bool:
        """Whether one tells or keeps a fact where an operation does."""
        sides, unit = self.sides(fact), operation.unit
        if fact.unit in ONLY_TOLD:
            return unit in TOLD_APART
        if "notebook" in operation.asked and ("notebook Work" in operation.asked) is not ("work" in sides):
            return False
        if unit in WITH_NOUNS and fact.wanted.startswith(QUESTIONS):
            return False
        if fact.type in RECORDS or fact.type == "person":
            return "team" not in operation.effect.tool or "work" in sides
        match unit:
            case "publish" | "new_thread":
                return fact.unit in PUBLIC
            case "tell_group":
                return fact.unit in ("run_begins", "run_route")
            case "home_of_person" | "home_on_card":
                return fact.unit in ADDRESSES
            case "number_of_person" | "number_on_card":
                return fact.unit in NUMBERS
            case "birthday_of_person":
                return fact.unit == "birthday_of"
            case "new_event" | "status_until":
                return fact.value[:10] > self._today and fact.unit != "birthday_of"
            case "note_of_event":
                return fact.type not in ("moment", "day", "time")
            case "post_in_channel" | "mention_in_channel" | "reply_to_colleague":
                return "work" in sides
        return True

    def sides(self, fact: Fact) -> set[str]:
        """Return the sides of life that a fact belongs to."""
        return {SIDES[kind] for kind in (self._kinds[number] for number in self._of(fact)) if kind in SIDES}

    def _of(self, fact: Fact) -> set[int]:
        """The life events that a fact, or what it needs, is from."""
        records = [record for item in (fact, *_needed(fact)) for record in item.shown]
        return set().union(*(self._events.get(record, set()) for record in records))


def _needed(fact: Fact) -> Iterator[Fact]:
    for item in fact.needs.values():
        yield item
        yield from _needed(item)


def _people(fact: Fact) -> set[str]:
    """Whom a fact is about."""
    return {item.value for item in (fact, *_needed(fact)) if item.type == "person"}
