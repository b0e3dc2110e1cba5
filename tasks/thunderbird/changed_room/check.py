from checkers import GuestView, Score
from checkers.mail import rest
from checkers.nothing_else import nothing_else
from checkers.values import Name, TimeOfDay, value_claim
from checkers.variants import judged_with_facts

from .variant import ROOMS, Facts

SHORT = {room: (room.removesuffix(" Room"),) for room in ROOMS}


@judged_with_facts
def check(guest: GuestView, facts: Facts) -> Score:
    rest(guest)
    begin = TimeOfDay(facts.talk.hour, facts.talk.minute, twelve_hours=True)
    return Score.all_of(
        value_claim(
            guest,
            f"the answer is the {facts.room}",
            Name(facts.room, ROOMS, SHORT),
            given=f"the talk about {facts.topic}",
        ),
        value_claim(guest, f"it begins at {facts.hour}", begin),
        nothing_else(guest),
    )
