import re

from testbed.actions import Key, Terminate, ToolCall
from testbed.tasks import Guest, Solution, act_until, in_front

from .variant import Facts

IMPRESS = "osworld_mcp_libreoffice_impress"


def mcp(_facts: Facts) -> Solution:
    """Add up the minutes in the notes of the slides that are shown."""
    seen = yield ToolCall(name=f"{IMPRESS}.env_info")
    content = seen.results[0].structured
    assert content is not None, seen.results[0].text
    minutes = [
        int(match[1])
        for slide in content["slides"]
        if not slide["hidden"] and (match := re.match(r"(\d+) minutes", slide["notes"]))
    ]
    yield answer(str(sum(minutes)))


def gui(facts: Facts) -> Solution:
    """Look at the slides one after the other."""
    yield from act_until(Key(keys=("ctrl", "Home")), in_front(facts.file))
    for _ in facts.parts:
        yield Key(keys=("Page_Down",))
    yield answer(str(facts.total))


def also_with_unit(_guest: Guest, facts: Facts) -> Solution:
    yield answer(f"The talk takes {facts.total} minutes.")


def wrong_hidden_slides_too(_guest: Guest, facts: Facts) -> Solution:
    yield answer(str(facts.with_hidden))


def wrong_number_of_slides(_guest: Guest, facts: Facts) -> Solution:
    yield answer(str(sum(not part.hidden for part in facts.parts) + 1))


def wrong_two_numbers(_guest: Guest, facts: Facts) -> Solution:
    yield answer(f"{facts.total} minutes, or {facts.with_hidden} with the hidden slides")


def answer(text: str) -> Terminate:
    return Terminate(status="success", answer=text)
