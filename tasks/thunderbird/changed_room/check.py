import re

from checkers import GuestView, Score, claim
from checkers.mail import ACCOUNT, messages_are, rest
from checkers.negation import affirmed
from checkers.variants import judged_with_facts

from .variant import ROOMS, Facts, messages


@judged_with_facts
def check(guest: GuestView, facts: Facts) -> Score:
    answer = affirmed(guest.termination.answer).casefold() if guest.termination else ""
    named = [room for room in ROOMS if re.search(rf"\b{room.removesuffix(' Room').casefold()}\b", answer)]
    times = {hour_of(found) for found in re.findall(r"\b(\d{1,2})[:.](\d\d) ?([ap])?\.?m?\b", answer)}
    rest(guest)
    return Score.all_of(
        claim(f"the answer names the {facts.room}, and no other room", named == [facts.room], answer),
        claim(f"it says {facts.hour}, and no other time", times == {facts.hour}, answer),
        messages_are(guest, f"{ACCOUNT}/Inbox", [f"{item.id}@mail.example.test" for item in messages(facts)]),
    )


def hour_of(found: tuple[str, str, str]) -> str:
    """A time of day on the clock with 24 hours; `found` is hour, minute and a or p, if it was given."""
    hour, minute, half = found
    return f"{int(hour) % 12 + 12 if half == 'p' else int(hour):02}:{minute}"
