import re

from testbed.actions import Key, ToolCall, TypeText
from testbed.tasks import Guest, Solution, save_in_libreoffice

from .variant import Facts, in_words

WRITER = "osworld_mcp_libreoffice_writer"
SAVE = ToolCall(name=f"{WRITER}.save")
QUESTIONS = ("On which day do we meet?", "Where is the meeting?", "At what time does it begin?")


def mcp(facts: Facts) -> Solution:
    yield from ask(facts)
    yield from fill(facts.day, facts.place, facts.hour)


def gui(facts: Facts) -> Solution:
    yield from ask(facts)
    for gap, text in gaps(facts.day, facts.place, facts.hour).items():
        yield Key(keys=("ctrl", "Home"))
        yield Key(keys=("ctrl", "f"))
        yield TypeText(text=f"{gap}\n")
        yield Key(keys=("Escape",))
        yield TypeText(text=text)
    yield from save_in_libreoffice()


def also_everything_asked_at_once(_guest: Guest, facts: Facts) -> Solution:
    question = "Please tell me the day, the place and the hour of the meeting."
    seen = yield ToolCall(name="ask_user", arguments={"question": question})
    answer = seen.results[0].text
    assert all(text in answer for text in (facts.day, facts.place, facts.hour)), answer
    yield from fill(facts.day, facts.place, facts.hour)


def wrong_as_the_last_meeting(_guest: Guest, facts: Facts) -> Solution:
    yield from fill(in_words(facts.met), facts.last_place, facts.last_hour)


def wrong_old_place(_guest: Guest, facts: Facts) -> Solution:
    yield from ask(facts)
    yield from fill(facts.day, facts.last_place, facts.hour)


def wrong_brackets_left(_guest: Guest, facts: Facts) -> Solution:
    yield from fill(*(f"[{text}]" for text in (facts.day, facts.place, facts.hour)))


def wrong_hour_missing(_guest: Guest, facts: Facts) -> Solution:
    yield from fill(facts.day, facts.place, "[hour]")


def wrong_last_year_removed(_guest: Guest, facts: Facts) -> Solution:
    yield replace(f"In {facts.met.year} we met.*", "")
    yield from fill(facts.day, facts.place, facts.hour)


def wrong_not_saved(_guest: Guest, facts: Facts) -> Solution:
    yield from fill(facts.day, facts.place, facts.hour, save=False)


def ask(facts: Facts) -> Solution:
    for question, expected in zip(QUESTIONS, (facts.day, facts.place, facts.hour), strict=True):
        seen = yield ToolCall(name="ask_user", arguments={"question": question})
        assert expected in seen.results[0].text, seen.results[0].text


def fill(day: str, place: str, hour: str, *, save: bool = True) -> Solution:
    for gap, text in gaps(day, place, hour).items():
        yield replace(re.escape(gap), text)
    if save:
        yield SAVE


def gaps(day: str, place: str, hour: str) -> dict[str, str]:
    return {"[day]": day, "[place]": place, "[hour]": hour}


def replace(pattern: str, replacement: str) -> ToolCall:
    arguments = {"pattern": pattern, "replacement": replacement}
    return ToolCall(name=f"{WRITER}.find_and_replace", arguments=arguments)
