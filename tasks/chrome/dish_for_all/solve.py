from testbed.actions import Key, Terminate
from testbed.tasks import Guest, Solution, act_until, in_front

from .variant import Dish, Facts


def gui(facts: Facts) -> Solution:
    """Look at the menu, and at its end, which explains the letters."""
    yield from act_until(Key(keys=("ctrl", "2")), in_front("Menu of the week"))
    yield Key(keys=("End",))
    yield answer(facts.dish)


def also_in_a_sentence(_guest: Guest, facts: Facts) -> Solution:
    yield Terminate(status="success", answer=f"All three can eat the {facts.dish.name.lower()}.")


def wrong_first_unsuited(_guest: Guest, facts: Facts) -> Solution:
    yield answer(facts.unsuited[0])


def wrong_other_day(_guest: Guest, facts: Facts) -> Solution:
    yield answer(facts.of_another_day)


def wrong_tab_closed(_guest: Guest, facts: Facts) -> Solution:
    yield from act_until(Key(keys=("ctrl", "w")), in_front("Menu of the week"))
    yield answer(facts.dish)


def answer(dish: Dish) -> Terminate:
    return Terminate(status="success", answer=dish.name)
