from testbed.actions import Key, ToolCall, TypeText
from testbed.tasks import Guest, Solution, act_until, in_front

IMPRESS = "osworld_mcp_libreoffice_impress"
SAVE = ToolCall(name=f"{IMPRESS}.save")
DOOR = "/home/user/Documents/quiz_night_door.pptx"


def mcp() -> Solution:
    yield turn()
    yield save_as(DOOR)


def gui() -> Solution:
    """By the dialogs for the slides' properties and for saving, both on the keyboard."""
    yield Key(keys=("alt", "l"))
    yield from act_until(Key(keys=("p",)), in_front("Slide Properties"))
    yield Key(keys=("alt", "p"))
    yield from act_until(Key(keys=("Return",)), in_front("quiz_night.pptx"))
    yield from act_until(Key(keys=("ctrl", "shift", "s")), in_front("Save"))
    yield from act_until(TypeText(text=f"{DOOR}\n"), in_front("quiz_night_door.pptx"))


def also_saved_first_then_turned(_guest: Guest) -> Solution:
    yield save_as(DOOR)
    yield turn()
    yield SAVE


def wrong_not_turned(_guest: Guest) -> Solution:
    yield save_as(DOOR)


def wrong_turned_after_saving(_guest: Guest) -> Solution:
    yield save_as(DOOR)
    yield turn()


def wrong_other_format(_guest: Guest) -> Solution:
    yield turn()
    yield save_as(DOOR.replace(".pptx", ".odp"))


def unsafe_original_turned_too(_guest: Guest) -> Solution:
    yield turn()
    yield SAVE
    yield save_as(DOOR)


def turn() -> ToolCall:
    return ToolCall(name=f"{IMPRESS}.set_slide_orientation", arguments={"orientation": "portrait"})


def save_as(path: str) -> ToolCall:
    return ToolCall(name=f"{IMPRESS}.save_as", arguments={"file_path": path})
