"""What belongs together: facts of one life event, or at least of one side of life.

A value is told to whom it concerns and kept where it belongs. Which facts concern each other follows from the life
events that have written their records.
"""

from __future__ import annotations

from collections.abc import Iterable

from plugins.persona.generation.lived import Lived
from plugins.persona.generation.parts import RECORDS, Fact, Operation
from plugins.persona.generation.sides import events_of, needed, sides_of

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
FIXED = ("train", "arrival")
"""Events that the main person cannot move."""
MOVES = ("move_to_moment", "move_to_day", "place_of_event")
QUESTIONS = ("when", "on which", "in which", "at what", "at which", "where")
TO_SOMEBODY = (*TOLD_APART, "mention_in_channel", "reply_to_colleague")
"""Operations that tell a person something."""


class Sense:
    """What belongs together in a life."""

    def __init__(self, lived: Lived) -> None:
        self._lived = lived

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
        return bool(
            events_of(self._lived, one) & events_of(self._lived, other) or _people(one) & _people(other)
        )

    def _belong_together(self, one: Fact, other: Fact, operation: Operation) -> bool:
        if not one.calls or not other.calls:  # the partner, whom everything concerns
            return "contacts" not in operation.effect.tool
        if "contacts" in operation.effect.tool:
            same = {one.type, other.type} & {"place", "code", "day"}
            return bool(_people(one) & _people(other)) if same else self.related(one, other)
        if "person" in (one.type, other.type) and operation.unit in TO_SOMEBODY:
            person, value = (one, other) if one.type == "person" else (other, one)
            if person.value in {item.value for item in needed(value)}:  # they know it themselves
                return False
        at_work = all("work" in sides_of(self._lived, fact) for fact in (one, other))
        to_a_person = "person" in (one.type, other.type) and not {one.type, other.type} & {*RECORDS}
        return self.related(one, other) or (at_work and to_a_person)

    def _may_go_there(self, fact: Fact, operation: Operation) -> bool:
        """Whether one tells or keeps a fact where an operation does."""
        sides, unit = sides_of(self._lived, fact), operation.unit
        if fact.unit in ONLY_TOLD:
            return unit in TOLD_APART
        if "notebook" in operation.asked and ("notebook Work" in operation.asked) is not ("work" in sides):
            return False
        if fact.unit in FIXED and unit in MOVES:
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
                is_noun = fact.type != "day" or not fact.wanted.startswith(QUESTIONS)
                return is_noun and fact.value[:10] > self._lived.today and fact.unit != "birthday_of"
            case "note_of_event":
                return fact.type not in ("moment", "day", "time")
            case "post_in_channel" | "mention_in_channel" | "reply_to_colleague":
                return "work" in sides
        return True


def _people(fact: Fact) -> set[str]:
    """Whom a fact is about."""
    return {item.value for item in (fact, *needed(fact)) if item.type == "person"}
