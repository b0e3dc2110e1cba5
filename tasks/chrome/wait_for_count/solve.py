from testbed.actions import Key, Terminate
from testbed.tasks import Guest, Solution, in_front, repeat_until

from .variant import Candidate, Facts

RELOAD = Key(keys=("F5",))


def gui(facts: Facts) -> Solution:
    """Load the page again until it has the result; the votes of the candidate are to be added."""
    yield from wait()
    yield answer(facts.elected)


def also_in_a_sentence(_guest: Guest, facts: Facts) -> Solution:
    yield from wait()
    elected = facts.elected
    text = f"{elected.name.split()[1].upper()} is elected as {facts.office} with {elected.total} votes."
    yield Terminate(status="success", answer=text)


def wrong_too_early(_guest: Guest, facts: Facts) -> Solution:
    yield Terminate(status="success", answer=f"{facts.first_early.name}, {facts.first_early.votes[0]} votes")


def wrong_withdrawn(_guest: Guest, facts: Facts) -> Solution:
    yield from wait()
    yield answer(facts.withdrawn)


def wrong_votes_of_one_place(_guest: Guest, facts: Facts) -> Solution:
    yield from wait()
    yield Terminate(status="success", answer=f"{facts.elected.name}, {facts.elected.votes[0]} votes")


def wait() -> Solution:
    yield from repeat_until(RELOAD, in_front("Result"), waits=1)


def answer(candidate: Candidate) -> Terminate:
    return Terminate(status="success", answer=f"{candidate.name}, {candidate.total}")
