from testbed.actions import Key, Terminate, TypeText
from testbed.tasks import Guest, Solution, act_until, in_front

from .variant import Facts, Practice


def gui(facts: Facts) -> Solution:
    """Look at the page of each practice, nearest first, until one does; the search puts the keyboard on its link."""
    for practice in sorted(facts.practices, key=lambda practice: practice.minutes):
        yield from visit(practice)
        if practice == facts.right:
            break
        yield from act_until(Key(keys=("alt", "Left")), in_front("Practices in"))
    yield answer(facts.right)


def also_in_a_sentence(_guest: Guest, facts: Facts) -> Solution:
    yield from visit(facts.right)
    number = facts.right.telephone.replace(" ", "/")
    yield Terminate(status="success", answer=f"Dr {facts.right.doctor}, telephone {number}.")


def wrong_farther(_guest: Guest, facts: Facts) -> Solution:
    yield from visit(facts.right_but_farther)
    yield answer(facts.right_but_farther)


def wrong_takes_nobody(_guest: Guest, facts: Facts) -> Solution:
    yield from visit(facts.full)
    yield answer(facts.full)


def wrong_closed_then(_guest: Guest, facts: Facts) -> Solution:
    yield from visit(facts.nearest)
    yield answer(facts.nearest)


def wrong_page_left(_guest: Guest, facts: Facts) -> Solution:
    yield answer(facts.right)


def visit(practice: Practice) -> Solution:
    """Open a practice's page from the list."""
    yield Key(keys=("ctrl", "f"))
    yield TypeText(text=f"Dr {practice.doctor}\n")
    yield Key(keys=("Escape",))
    yield from act_until(Key(keys=("Return",)), in_front(f"Dr {practice.doctor}"))


def answer(practice: Practice) -> Terminate:
    return Terminate(status="success", answer=practice.telephone)
