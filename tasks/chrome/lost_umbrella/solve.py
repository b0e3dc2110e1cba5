from testbed.actions import Terminate, ToolCall
from testbed.tasks import Guest, Solution

from .variant import Facts, Found


def gui(facts: Facts) -> Solution:
    """The page fits the screen; only what the user knows is missing."""
    questions = {
        "What colour is it?": facts.colour,
        "On which line did you leave it?": str(facts.line),
        "On which day was that?": facts.lost_on,
    }
    for question, expected in questions.items():
        seen = yield ToolCall(name="ask_user", arguments={"question": question})
        assert expected in seen.results[0].text, seen.results[0].text
    yield answer(facts.mine)


def also_asked_at_once_and_in_a_sentence(_guest: Guest, facts: Facts) -> Solution:
    question = "What colour is it, which bus line was it, and when did you leave it there?"
    seen = yield ToolCall(name="ask_user", arguments={"question": question})
    said = seen.results[0].text
    assert all(text in said for text in (facts.colour, str(facts.line), facts.lost_on)), said
    yield Terminate(status="success", answer=f"Your {facts.item} has the number {facts.mine.number}.")


def wrong_too_early(_guest: Guest, facts: Facts) -> Solution:
    yield answer(facts.too_early)


def wrong_line(_guest: Guest, facts: Facts) -> Solution:
    yield answer(facts.other_line)


def wrong_colour(_guest: Guest, facts: Facts) -> Solution:
    yield answer(facts.other_colour)


def wrong_two_numbers(_guest: Guest, facts: Facts) -> Solution:
    text = f"{facts.mine.number} or {facts.too_early.number}"
    yield Terminate(status="success", answer=text)


def answer(found: Found) -> Terminate:
    return Terminate(status="success", answer=str(found.number))
