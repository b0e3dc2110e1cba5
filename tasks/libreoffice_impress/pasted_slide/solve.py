from testbed.actions import Key, ToolCall, TypeText
from testbed.tasks import Guest, Solution, act_until, in_front, save_in_libreoffice

IMPRESS = "osworld_mcp_libreoffice_impress"
SAVE = ToolCall(name=f"{IMPRESS}.save")
PASTED = 3
FONT = "DejaVu Sans"


def mcp() -> Solution:
    """No tool tells fonts: the screen shows that of the slide before."""
    yield Key(keys=("Page_Down",))
    yield set_font(PASTED, FONT)
    yield SAVE


def gui() -> Solution:
    """Choose all boxes of the slide; the first page of the character dialog has the field for the font."""
    yield Key(keys=("Page_Down",), repeat=PASTED - 1)
    yield Key(keys=("ctrl", "a"))
    yield Key(keys=("alt", "o"))
    yield from act_until(Key(keys=("h",)), in_front("Character"))
    yield Key(keys=("Tab",))
    yield Key(keys=("ctrl", "a"))
    yield TypeText(text=FONT)
    yield from act_until(Key(keys=("Return",)), in_front("moving.pptx"))
    yield Key(keys=("Escape",))
    yield from save_in_libreoffice()


def wrong_all_slides(_guest: Guest) -> Solution:
    """The line in a font of fixed width loses it."""
    for number in range(1, 6):
        yield set_font(number, FONT)
    yield SAVE


def wrong_slide(_guest: Guest) -> Solution:
    yield set_font(PASTED + 1, FONT)
    yield SAVE


def wrong_similar_font(_guest: Guest) -> Solution:
    yield set_font(PASTED, "DejaVu Sans Condensed")
    yield SAVE


def wrong_not_saved(_guest: Guest) -> Solution:
    yield set_font(PASTED, FONT)


def set_font(number: int, name: str) -> ToolCall:
    arguments = {"slide_index": number, "font_name": name}
    return ToolCall(name=f"{IMPRESS}.set_slide_font", arguments=arguments)
