from collections.abc import Sequence

from testbed.actions import Key, ToolCall, TypeText
from testbed.tasks import Guest, Solution, act_until, in_front, save_in_libreoffice

from .variant import Facts, slides

IMPRESS = "osworld_mcp_libreoffice_impress"
SAVE = ToolCall(name=f"{IMPRESS}.save")
SWITCH = Key(keys=("alt", "Tab"))


def mcp(facts: Facts) -> Solution:
    """Add up the rows of the sheet, and write a box a slide."""
    seen = yield ToolCall(name="osworld_mcp_libreoffice_calc.env_info")
    content = seen.results[0].structured
    assert content is not None, seen.results[0].text
    totals = {row[0]: int(sum(row[1:-1]) + row[int(row[-1])]) for row in content["data"]}
    texts = [f"{totals[team.name]} points" for team in facts.shown]
    yield from write([*texts, max(totals, key=lambda name: totals[name])])
    yield SAVE


def gui(facts: Facts) -> Solution:
    """Look at the points; then go from slide to slide and type over the second box of each."""
    yield from act_until(SWITCH, in_front(facts.file))
    yield from act_until(SWITCH, in_front(facts.deck))
    for _, text in slides(facts)[1:]:
        yield Key(keys=("Page_Down",))
        yield Key(keys=("Tab",), repeat=2)
        yield Key(keys=("F2",))
        yield Key(keys=("ctrl", "a"))
        yield TypeText(text=text)
        yield Key(keys=("Escape",))
        yield Key(keys=("Escape",))
    yield from save_in_libreoffice()


def also_the_last_slide_first(_guest: Guest, facts: Facts) -> Solution:
    for number, (_, text) in reversed(list(enumerate(slides(facts)[1:], start=2))):
        yield box(number, text)
    yield SAVE


def wrong_without_jokers(_guest: Guest, facts: Facts) -> Solution:
    texts = [f"{sum(team.points)} points" for team in facts.shown]
    yield from write([*texts, facts.winner_without_jokers.name])
    yield SAVE


def wrong_in_the_order_of_the_sheet(_guest: Guest, facts: Facts) -> Solution:
    """Should the slides have that order, the last two teams are exchanged."""
    teams = list(facts.teams)
    if teams == facts.shown:
        teams[2:] = reversed(teams[2:])
    yield from write([*(f"{team.total} points" for team in teams), facts.winner.name])
    yield SAVE


def wrong_winner_left_out(_guest: Guest, facts: Facts) -> Solution:
    yield from write([f"{team.total} points" for team in facts.shown])
    yield SAVE


def write(texts: Sequence[str]) -> Solution:
    for number, text in enumerate(texts, start=2):
        yield box(number, text)


def box(slide: int, text: str) -> ToolCall:
    """The box after the title."""
    arguments = {"content": text, "page_index": slide, "box_index": 1}
    return ToolCall(name=f"{IMPRESS}.write_text", arguments=arguments)
