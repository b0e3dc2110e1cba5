from testbed.actions import Key, ToolCall, TypeText
from testbed.tasks import Guest, Solution, act_until, in_front, repeat_until, save_in_libreoffice

IMPRESS = "osworld_mcp_libreoffice_impress"
SAVE = ToolCall(name=f"{IMPRESS}.save")
LOGO = "/home/user/Pictures/brewer-cycles-blue.png"
NOTE = "/home/user/Documents/sponsor-note.txt"
LAST = 3


def mcp() -> Solution:
    yield ToolCall(name="filesystem_read_text_file", arguments={"path": NOTE})
    yield insert(LOGO)
    yield move("bottom-right")
    yield SAVE


def gui() -> Solution:
    """Insert the picture by the first item of the Insert menu; then type its place into the dialog of F4, in inches."""
    yield Key(keys=("Page_Down",), repeat=LAST - 1)
    yield Key(keys=("alt", "i"))
    yield from act_until(Key(keys=("Return",)), in_front("Insert Image"))
    yield TypeText(text=LOGO)
    yield from repeat_until(Key(keys=("Return",)), in_front("repair_saturday.pptx"))
    yield from act_until(Key(keys=("F4",)), in_front("Position and Size"))
    yield TypeText(text="\t7.5\t6.25\t")
    yield from act_until(Key(keys=("Return",)), in_front("repair_saturday.pptx"))
    yield from save_in_libreoffice()


def also_placed_when_inserted(_guest: Guest) -> Solution:
    """The slide is 25.4 cm wide and 19.05 cm high."""
    corner = {"x": 100 * (1 - 6.35 / 25.4), "y": 100 * (1 - 3.175 / 19.05)}
    yield insert(LOGO, position=corner)
    yield SAVE


def wrong_old_logo(_guest: Guest) -> Solution:
    yield insert(LOGO.replace("blue", "red"))
    yield move("bottom-right")
    yield SAVE


def wrong_logo_for_the_web(_guest: Guest) -> Solution:
    yield insert(LOGO.replace("blue", "night"))
    yield move("bottom-right")
    yield SAVE


def wrong_corner(_guest: Guest) -> Solution:
    yield insert(LOGO)
    yield move("bottom-left")
    yield SAVE


def wrong_first_slide(_guest: Guest) -> Solution:
    yield insert(LOGO, slide=1)
    yield move("bottom-right", slide=1)
    yield SAVE


def wrong_larger(_guest: Guest) -> Solution:
    yield insert(LOGO, width=9)
    yield move("bottom-right")
    yield SAVE


def insert(path: str, slide: int = LAST, **more: object) -> ToolCall:
    arguments = {"slide_index": slide, "image_path": path, **more}
    return ToolCall(name=f"{IMPRESS}.insert_image", arguments=arguments)


def move(position: str, slide: int = LAST) -> ToolCall:
    """The picture is the slide's third box."""
    arguments = {"slide_index": slide, "box_index": 2, "position": position}
    return ToolCall(name=f"{IMPRESS}.position_box", arguments=arguments)
