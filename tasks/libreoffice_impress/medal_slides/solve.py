from collections.abc import Sequence

from testbed.actions import Key, ToolCall, TypeText
from testbed.tasks import Guest, Solution, save_in_libreoffice

from .variant import PLACES, Facts, Runner, gaps_of

IMPRESS = "osworld_mcp_libreoffice_impress"
SAVE = ToolCall(name=f"{IMPRESS}.save")
TEMPLATE = 3
"""The number of the slide to copy."""


def mcp(facts: Facts) -> Solution:
    seen = yield ToolCall(name=f"{IMPRESS}.env_info", arguments={"page_indices": [2]})
    assert "disqualified" in seen.results[0].text, seen.results[0].text
    yield from certify(facts.winners)
    yield SAVE


def gui(facts: Facts) -> Solution:
    """Copy the last slide by the menu Slide; Tab chooses the boxes of the copy in their order."""
    yield Key(keys=("Page_Down",))
    yield Key(keys=("Page_Down",))
    for runner, place in zip(facts.winners, PLACES, strict=True):
        yield Key(keys=("alt", "l"))
        yield Key(keys=("s",))
        for number, text in enumerate(gaps_of(runner, place), start=2):
            yield Key(keys=("Tab",), repeat=number)
            yield Key(keys=("F2",))
            yield Key(keys=("ctrl", "a"))
            yield TypeText(text=text)
            yield Key(keys=("Escape",), repeat=3)
    yield from save_in_libreoffice()


def also_last_first(_guest: Guest, facts: Facts) -> Solution:
    """Each copy goes right after the template, in front of those that are there."""
    for runner, place in reversed([*zip(facts.winners, PLACES, strict=True)]):
        yield copy(after=TEMPLATE)
        yield from fill(TEMPLATE + 1, runner, place)
    yield SAVE


def wrong_disqualified_too(_guest: Guest, facts: Facts) -> Solution:
    yield from certify(facts.winners_on_paper)
    yield SAVE


def wrong_order(_guest: Guest, facts: Facts) -> Solution:
    for runner, place in zip(facts.winners, PLACES, strict=True):
        yield copy(after=TEMPLATE)
        yield from fill(TEMPLATE + 1, runner, place)
    yield SAVE


def wrong_template_used(_guest: Guest, facts: Facts) -> Solution:
    """Two copies, and the template itself for the third certificate."""
    for number, (runner, place) in enumerate(zip(facts.winners, PLACES, strict=True), start=TEMPLATE):
        if number < TEMPLATE + 2:
            yield copy(after=number)
        yield from fill(number, runner, place)
    yield SAVE


def certify(winners: Sequence[Runner]) -> Solution:
    for number, (runner, place) in enumerate(zip(winners, PLACES, strict=True), start=TEMPLATE):
        yield copy(after=number)
        yield from fill(number + 1, runner, place)


def copy(after: int) -> ToolCall:
    arguments = {"slide_index": TEMPLATE, "target_position": after}
    return ToolCall(name=f"{IMPRESS}.duplicate_slide", arguments=arguments)


def fill(slide: int, runner: Runner, place: str) -> Solution:
    for box, text in enumerate(gaps_of(runner, place), start=1):
        arguments = {"content": text, "page_index": slide, "box_index": box}
        yield ToolCall(name=f"{IMPRESS}.write_text", arguments=arguments)
