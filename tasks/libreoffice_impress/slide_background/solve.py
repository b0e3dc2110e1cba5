from testbed.actions import Click, Key, ToolCall, TypeText
from testbed.tasks import Guest, Solution, act_until, in_front, save_in_libreoffice, shows

IMPRESS = "osworld_mcp_libreoffice_impress"
SLIDE_OPTIONS = Click(x=1221, y=208)
BACKGROUND_TAB = Click(x=359, y=114)
HEX_CODE = Click(x=973, y=418)
OK = Click(x=1083, y=677)


def mcp() -> Solution:
    yield _colour("#FFF2CC", slide_index=3)
    yield ToolCall(name=f"{IMPRESS}.save")


def gui() -> Solution:
    """Colour the slide by the dialog behind the sidebar's "More Options"; the list of slides shows the result."""
    yield Key(keys=("Page_Down",), repeat=2)
    yield from act_until(SLIDE_OPTIONS, in_front("Slide Properties"))
    yield from act_until(BACKGROUND_TAB, shows(269, 281, 0xFFFF00))  # the palette's yellow
    yield HEX_CODE
    yield Key(keys=("ctrl", "a"))
    yield from act_until(TypeText(text="fff2cc"), shows(956, 240, 0xFFF2CC))  # the sample
    yield from act_until(OK, shows(184, 490, 0xFFF2CC))  # the third slide
    yield from save_in_libreoffice()


def wrong_all_slides(_guest: Guest) -> Solution:
    yield _colour("#FFF2CC")
    yield ToolCall(name=f"{IMPRESS}.save")


def wrong_slide(_guest: Guest) -> Solution:
    yield _colour("#FFF2CC", slide_index=2)
    yield ToolCall(name=f"{IMPRESS}.save")


def wrong_yellow(_guest: Guest) -> Solution:
    yield _colour("yellow", slide_index=3)
    yield ToolCall(name=f"{IMPRESS}.save")


def wrong_not_saved(_guest: Guest) -> Solution:
    yield _colour("#FFF2CC", slide_index=3)


def _colour(colour: str, **slide: int) -> ToolCall:
    return ToolCall(name=f"{IMPRESS}.set_slide_background", arguments={"color": colour, **slide})
