from collections.abc import Sequence

from testbed.actions import Click, Key, ToolCall, TypeText
from testbed.tasks import (
    Guest,
    Observation,
    ScreenCondition,
    Solution,
    act_until,
    in_front,
    is_blue,
    save_in_libreoffice,
    screen_part,
    shows,
    text_in,
)

from .variant import COLOURS, Facts

IMPRESS = "osworld_mcp_libreoffice_impress"
SAVE = ToolCall(name=f"{IMPRESS}.save")
MARK = 2
"""Index of the box; 0 is the title."""
FILL, PALETTE = Click(x=207, y=153), Click(x=233, y=153)
"""The tool that gives the chosen box the colour it shows, and the arrow that lists others."""
CUSTOM, CUSTOM_TEXT = Click(x=292, y=476), (305, 468, 350, 484)
SAMPLE = (400, 601)
KIND, NO_FILL = Click(x=1092, y=278), (1214, 309)
"""What a box is filled with, in the sidebar, and the first row of that list."""
CANVAS = (305, 236, 815, 618)
"""The slide in the middle of the window."""
GROUND = Click(x=560, y=590)
"""A place of the slide without boxes."""


def mcp(facts: Facts) -> Solution:
    """Ask for the colours; the notes say what was found."""
    seen = yield ToolCall(name="ask_user", arguments={"question": "Which colours do you use?"})
    for code in (facts.pass_code, facts.fail_code):
        assert code in seen.results[0].text, seen.results[0].text
    seen = yield ToolCall(name=f"{IMPRESS}.env_info")
    for room in facts.rooms:
        assert room.notes in seen.results[0].text, seen.results[0].text
    yield from mark(facts.colours)
    yield SAVE


def gui(facts: Facts) -> Solution:
    """Ask for the colours. Choose each once for its first room; the tool keeps it for the others."""
    yield ToolCall(name="ask_user", arguments={"question": "Which colours do you use?"})
    slide = 1
    for colour in (facts.pass_colour, facts.fail_colour):
        is_chosen = False
        for number, other in enumerate(facts.colours, start=2):
            if other != colour:
                continue
            yield Key(keys=("Page_Down" if number > slide else "Page_Up",), repeat=abs(number - slide))
            slide = number
            yield Key(keys=("Tab",), repeat=MARK + 1)
            if is_chosen:
                yield FILL
            else:
                yield from choose(colour, facts)
                is_chosen = True
            yield from act_until(KIND, is_blue(*NO_FILL))
            yield from act_until(TypeText(text="c\n"), has_on_slide(colour))
            yield GROUND
    yield from save_in_libreoffice()


def also_last_first(_guest: Guest, facts: Facts) -> Solution:
    """Where a colour was wrong at first, it is set again."""
    yield fill(2, facts.fail_colour)
    for number, colour in reversed([*enumerate(facts.colours, start=2)]):
        yield fill(number, colour)
    yield SAVE


def wrong_mended_faults_counted(_guest: Guest, facts: Facts) -> Solution:
    yield from mark([facts.fail_colour if room.had_fault else facts.pass_colour for room in facts.rooms])
    yield SAVE


def wrong_colours_guessed(_guest: Guest, facts: Facts) -> Solution:
    other = next(colour for colour in COLOURS if colour not in (facts.pass_colour, facts.fail_colour))
    yield from mark([other if room.passed else facts.fail_colour for room in facts.rooms])
    yield SAVE


def wrong_title_filled_too(_guest: Guest, facts: Facts) -> Solution:
    yield from mark(facts.colours)
    yield fill(2, facts.colours[0], box=0)
    yield SAVE


def wrong_not_saved(_guest: Guest, facts: Facts) -> Solution:
    yield from mark(facts.colours)


def mark(colours: Sequence[int]) -> Solution:
    for number, colour in enumerate(colours, start=2):
        yield fill(number, colour)


def fill(slide: int, colour: int, box: int = MARK) -> ToolCall:
    arguments = {"slide_index": slide, "box_index": box, "color": f"#{colour:06X}"}
    return ToolCall(name=f"{IMPRESS}.set_background_color", arguments=arguments)


def choose(colour: int, facts: Facts) -> Solution:
    yield from act_until(PALETTE, text_in(*CUSTOM_TEXT))
    yield from act_until(CUSTOM, in_front("Pick a Color"))
    channels = "".join(f"{channel}\t" for channel in colour.to_bytes(3))
    yield from act_until(TypeText(text=channels), shows(*SAMPLE, colour))
    yield from act_until(Key(keys=("Return",)), in_front(facts.file))


def has_on_slide(colour: int) -> ScreenCondition:
    """Return the condition that something on the slide has this colour."""

    def look(seen: Observation) -> bool:
        pixels = screen_part(seen, *CANVAS).tobytes()
        return colour.to_bytes(3) in {pixels[at : at + 3] for at in range(0, len(pixels), 3)}

    return look
