from collections.abc import Collection, Mapping

from testbed.actions import Click, Key, ToolCall, TypeText
from testbed.tasks import (
    Guest,
    Observation,
    ScreenCondition,
    Solution,
    act_until,
    in_front,
    save_in_libreoffice,
    screen_part,
    shows,
    text_in,
)

from .variant import Facts

IMPRESS = "osworld_mcp_libreoffice_impress"
SAVE = ToolCall(name=f"{IMPRESS}.save")
COLOUR, PALETTE = Click(x=875, y=334), Click(x=902, y=334)
"""The sidebar's tool that gives text the colour it shows, and the arrow that lists others."""
LETTER = (868, 326, 882, 342)
"""The letter on that tool: it is there while a text is edited."""
CUSTOM, CUSTOM_TEXT = Click(x=948, y=672), (896, 664, 1000, 682)
SAMPLE = (400, 601)
CANVAS = (305, 236, 815, 618)
"""The slide in the middle of the window."""
GROUND = Click(x=560, y=270)
"""A place of the window beside title and boxes."""


def mcp(facts: Facts) -> Solution:
    """Read the cast with its notes and the colours; then colour each line of the actor's roles."""
    seen = yield ToolCall(name=f"{IMPRESS}.env_info")
    for text in (*(text for slide in facts.lines for _, text in slide), "have changed places"):
        assert text in seen.results[0].text, seen.results[0].text
    yield from colour_lines(facts, {role: facts.colours[role] for role in facts.mine})
    yield SAVE


def gui(facts: Facts) -> Solution:
    """Read the slides; choose each colour once for a role's first line, then the tool keeps it for the others."""
    yield Key(keys=("End",))
    yield Key(keys=("Home",))
    slide = 1
    for role in facts.mine:
        colour = facts.colours[role]
        is_chosen = False
        for number, lines in enumerate(facts.lines, start=2):
            if number != slide:
                yield Key(keys=("Page_Down" if number > slide else "Page_Up",), repeat=abs(number - slide))
                slide = number
            place = [each for each, _ in lines].index(role)
            yield Key(keys=("Tab",), repeat=place + 2)
            yield Key(keys=("F2",))
            yield from act_until(Key(keys=("ctrl", "a")), text_in(*LETTER))
            if is_chosen:
                yield COLOUR
            else:
                yield from act_until(PALETTE, text_in(*CUSTOM_TEXT))
                yield from act_until(CUSTOM, in_front("Pick a Color"))
                channels = "".join(f"{channel}\t" for channel in colour.to_bytes(3))
                yield from act_until(TypeText(text=channels), shows(*SAMPLE, colour))
                yield from act_until(Key(keys=("Return",)), in_front(facts.file))
                is_chosen = True
            yield from act_until(GROUND, has_on_slide(colour))
    yield from save_in_libreoffice()


def also_line_by_line_twice(_guest: Guest, facts: Facts) -> Solution:
    """Black is what the other actor's lines are again."""
    yield from colour_lines(facts, dict.fromkeys(facts.swapped, 0))
    yield from colour_lines(facts, {role: facts.colours[role] for role in reversed(facts.mine)})
    yield SAVE


def wrong_cast_as_printed(_guest: Guest, facts: Facts) -> Solution:
    roles = (facts.swapped[0], facts.also)
    yield from colour_lines(facts, {role: facts.colours[role] for role in roles})
    yield SAVE


def wrong_one_role_only(_guest: Guest, facts: Facts) -> Solution:
    role = facts.mine[0]
    yield from colour_lines(facts, {role: facts.colours[role]})
    yield SAVE


def wrong_one_colour_for_both(_guest: Guest, facts: Facts) -> Solution:
    yield from colour_lines(facts, dict.fromkeys(facts.mine, facts.colours[facts.mine[0]]))
    yield SAVE


def wrong_last_scene_forgotten(_guest: Guest, facts: Facts) -> Solution:
    colours = {role: facts.colours[role] for role in facts.mine}
    yield from colour_lines(facts, colours, slides=range(2, len(facts.lines) + 1))
    yield SAVE


def wrong_everybody(_guest: Guest, facts: Facts) -> Solution:
    yield from colour_lines(facts, dict(enumerate(facts.colours)))
    yield SAVE


def colour_lines(facts: Facts, colours: Mapping[int, int], slides: Collection[int] = range(2, 9)) -> Solution:
    """Colour the lines of some roles."""
    for number, lines in enumerate(facts.lines, start=2):
        for box, (role, _) in enumerate(lines, start=1):
            if role in colours and number in slides:
                arguments = {"slide_index": number, "box_index": box, "color": f"#{colours[role]:06X}"}
                yield ToolCall(name=f"{IMPRESS}.set_text_color", arguments=arguments)


def has_on_slide(colour: int) -> ScreenCondition:
    """Return the condition that something on the slide has this colour."""

    def look(seen: Observation) -> bool:
        pixels = screen_part(seen, *CANVAS).tobytes()
        return colour.to_bytes(3) in {pixels[at : at + 3] for at in range(0, len(pixels), 3)}

    return look
