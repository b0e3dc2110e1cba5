import json
from typing import Any

from testbed.actions import ToolCall
from testbed.tasks import Guest, Observation, Solution

FOLDER = "/home/user/Documents/camp"
OPEN = "ppt_open_presentation"
SLIDE = "ppt_get_slide_info"
IMAGE = "ppt_manage_image"
EFFECTS = "ppt_apply_picture_effects"
TEXT = "ppt_manage_text"
SAVE = "ppt_save_presentation"
CAMP = {"presentation_id": "camp"}
CAPTION = "Day three, before the rain"


def mcp() -> Solution:
    yield opened()
    yield ToolCall(name=SLIDE, arguments={"slide_index": 1, **CAMP})
    yield from placed()


def wrong_other_photo(_guest: Guest) -> Solution:
    yield opened()
    yield from placed(photo="lake.png")


def wrong_turned_back(_guest: Guest) -> Solution:
    yield opened()
    yield from placed(degrees=-8)


def wrong_not_turned(_guest: Guest) -> Solution:
    yield opened()
    yield from placed(degrees=0)


def wrong_no_caption(_guest: Guest) -> Solution:
    yield opened()
    yield from placed(caption="")


def opened() -> ToolCall:
    return ToolCall(name=OPEN, arguments={"file_path": f"{FOLDER}/camp.pptx", "id": "camp"})


def placed(*, photo: str = "tents.png", degrees: float = 8, caption: str = CAPTION) -> Solution:
    place = {"slide_index": 1, "left": 3, "top": 2, "width": 4, **CAMP}
    source = {"operation": "add", "image_source": f"{FOLDER}/{photo}"}
    seen = yield ToolCall(name=IMAGE, arguments={**place, **source})
    picture = {"slide_index": 1, "shape_index": result(seen)["shape_index"], **CAMP}
    if degrees:
        turn = {"rotation": {"rotation": degrees}}
        yield ToolCall(name=EFFECTS, arguments={**picture, "effects": turn})
    if caption:
        box = {"left": 3, "top": 5.5, "width": 4, "height": 0.6, "text": caption, "operation": "add"}
        yield ToolCall(name=TEXT, arguments={"slide_index": 1, **box, **CAMP})
    yield ToolCall(name=SAVE, arguments={"file_path": f"{FOLDER}/camp.pptx", **CAMP})


def result(seen: Observation) -> dict[str, Any]:
    return dict(json.loads(seen.results[0].text))
