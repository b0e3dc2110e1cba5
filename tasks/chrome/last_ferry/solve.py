from testbed.actions import Key, Terminate
from testbed.tasks import Guest, Solution, act_until, in_front

from .variant import Facts, clock


def gui(facts: Facts) -> Solution:
    """Look at the tables of the end of the week, and what the stars mean."""
    for key in ("Page_Down", "End"):
        yield from act_until(Key(keys=(key,)), in_front("Ferry from"))
    yield answer(facts.last)


def also_in_a_sentence(_guest: Guest, facts: Facts) -> Solution:
    arrival = clock(facts.last + facts.table.crossing)
    yield Terminate(
        status="success",
        answer=f"Take the ferry at {clock(facts.last)}: it arrives at {arrival}, before {facts.deadline}.",
    )


def also_by_twelve_hours(_guest: Guest, facts: Facts) -> Solution:
    hour, minute = divmod(facts.last, 60)
    yield Terminate(status="success", answer=f"{hour % 12 or 12}:{minute:02} {'pm' if hour > 11 else 'am'}")


def wrong_only_in_july(_guest: Guest, facts: Facts) -> Solution:
    yield answer(facts.starred)


def wrong_too_late(_guest: Guest, facts: Facts) -> Solution:
    """The ferry after the last that would do in July."""
    yield answer(next(time for time in facts.table.departures if time > facts.starred))


def wrong_all_in_time(_guest: Guest, facts: Facts) -> Solution:
    yield Terminate(status="success", answer=", ".join(map(clock, facts.in_time)))


def answer(time: int) -> Terminate:
    return Terminate(status="success", answer=clock(time))
