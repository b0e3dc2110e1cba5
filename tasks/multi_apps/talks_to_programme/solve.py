from collections.abc import Sequence

from testbed.actions import Key, ToolCall, TypeText
from testbed.tasks import Guest, Solution, act_until, in_front, save_in_libreoffice

from .variant import Facts

WRITER = "osworld_mcp_libreoffice_writer"
SAVE = ToolCall(name=f"{WRITER}.save")
SWITCH = Key(keys=("alt", "Tab"))


def mcp(facts: Facts) -> Solution:
    """Read the slides; put the titles of those that are not hidden into the programme."""
    seen = yield ToolCall(name="osworld_mcp_libreoffice_impress.env_info")
    content = seen.results[0].structured
    assert content is not None, seen.results[0].text
    shown = [slide for slide in content["slides"][1:] if not slide["hidden"]]
    yield from fill([slide["boxes"][0]["text"] for slide in shown])
    assert len(shown) == len(facts.titles)


def gui(facts: Facts) -> Solution:
    """Look at the slides; then go to each place of the programme and type over it."""
    yield from act_until(SWITCH, in_front(facts.file))
    for _ in facts.talks:
        yield Key(keys=("Page_Down",))
    yield from act_until(SWITCH, in_front(facts.programme))
    for number, title in enumerate(facts.titles, start=1):
        yield Key(keys=("ctrl", "Home"))
        yield Key(keys=("ctrl", "f"))
        yield TypeText(text=f"[TALK {number}]\n")
        yield Key(keys=("Escape",))
        yield TypeText(text=title)
    yield from save_in_libreoffice()


def wrong_called_off_talks_too(_guest: Guest, facts: Facts) -> Solution:
    yield from fill([talk.title for talk in facts.talks][: len(facts.titles)])


def wrong_order_of_the_alphabet(_guest: Guest, facts: Facts) -> Solution:
    ordered = sorted(facts.titles)
    yield from fill(ordered if ordered != facts.titles else ordered[::-1])


def wrong_one_place_left(_guest: Guest, facts: Facts) -> Solution:
    yield from fill(facts.titles[:-1])


def fill(titles: Sequence[str]) -> Solution:
    for number, title in enumerate(titles, start=1):
        arguments = {"pattern": rf"\[TALK {number}\]", "replacement": title}
        yield ToolCall(name=f"{WRITER}.find_and_replace", arguments=arguments)
    yield SAVE
