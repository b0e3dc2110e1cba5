import re
from collections.abc import Mapping

from testbed.actions import Key, ToolCall, TypeText
from testbed.tasks import Guest, Solution, act_until, in_front, save_in_libreoffice

from .variant import Facts

WRITER = "osworld_mcp_libreoffice_writer"
SAVE = ToolCall(name=f"{WRITER}.save")
SWITCH = Key(keys=("alt", "Tab"))


def mcp(facts: Facts) -> Solution:
    """Read both sheets, ask, and fill the gaps from the member's row."""
    for sheet in ("Members", "Fees"):
        arguments = {"sheet_name": sheet}
        yield ToolCall(name="osworld_mcp_libreoffice_calc.env_info", arguments=arguments)
    yield from ask(facts, f"Which {facts.name} is meant? In which year did the person join?")
    yield from fill(facts.gaps(facts.member))
    yield SAVE


def gui(facts: Facts) -> Solution:
    """Look at the members and the fees, ask, and type over each gap."""
    yield from act_until(SWITCH, in_front("members.xlsx"))
    yield Key(keys=("ctrl", "Page_Down"))
    yield from ask(facts, f"Which {facts.name} do you mean?")
    yield from act_until(SWITCH, in_front(facts.letter))
    for gap, word in facts.gaps(facts.member).items():
        yield Key(keys=("ctrl", "Home"))
        yield Key(keys=("ctrl", "f"))
        yield TypeText(text=f"{gap}\n")
        yield Key(keys=("Escape",))
        yield TypeText(text=word)
    yield from save_in_libreoffice()


def also_asked_for_the_group(_guest: Guest, facts: Facts) -> Solution:
    question = "Is it the member of the youth group or of another one?"
    seen = yield ToolCall(name="ask_user", arguments={"question": question})
    assert facts.group in seen.results[0].text, seen.results[0].text
    yield from fill(facts.gaps(facts.member))
    yield SAVE


def wrong_first_namesake(_guest: Guest, facts: Facts) -> Solution:
    yield from fill(facts.gaps(facts.namesakes[0]))
    yield SAVE


def wrong_last_years_fee(_guest: Guest, facts: Facts) -> Solution:
    yield from fill(facts.gaps(facts.member, last_year=True))
    yield SAVE


def wrong_not_saved(_guest: Guest, facts: Facts) -> Solution:
    yield from fill(facts.gaps(facts.member))


def ask(facts: Facts, question: str) -> Solution:
    seen = yield ToolCall(name="ask_user", arguments={"question": question})
    assert str(facts.joined) in seen.results[0].text, seen.results[0].text


def fill(words: Mapping[str, str]) -> Solution:
    for gap, word in words.items():
        yield ToolCall(
            name=f"{WRITER}.find_and_replace", arguments={"pattern": re.escape(gap), "replacement": word}
        )
