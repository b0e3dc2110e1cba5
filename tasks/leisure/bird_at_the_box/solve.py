import json
from collections.abc import Sequence
from typing import Any

from testbed.actions import Terminate, ToolCall
from testbed.tasks import Guest, Observation, Solution

FOLDER = "/home/user/Pictures/box"
MATCH = "opencv_match_template_tool"
RESIZE = "opencv_resize_image_tool"
MOVE = "filesystem_move_file"


def mcp() -> Solution:
    best: tuple[float, int, Sequence[int]] = (0.0, 0, (0, 0))
    for number in range(1, 6):
        pictures = {"image_path": f"{FOLDER}/frame{number}.png", "template_path": f"{FOLDER}/bird.png"}
        seen = yield ToolCall(name=MATCH, arguments={**pictures, "threshold": 0.9, "draw": False})
        match = result(seen)["matches"][0]
        best = max(best, (match["value"], number, match["top_left"]))
    yield from saved(best[1], best[2])


def wrong_first_frame(_guest: Guest) -> Solution:
    yield from saved(1, (186, 76))


def wrong_not_scaled(_guest: Guest) -> Solution:
    yield from saved(4, (56, 156), size=(360, 270))


def wrong_centre(_guest: Guest) -> Solution:
    yield from saved(4, (90, 178))


def saved(number: int, corner: Sequence[int], *, size: tuple[int, int] = (180, 135)) -> Solution:
    width, height = size
    frame = {"image_path": f"{FOLDER}/frame{number}.png", "width": width, "height": height}
    seen = yield ToolCall(name=RESIZE, arguments=frame)
    place = {"source": result(seen)["path"], "destination": f"{FOLDER}/visitor.png"}
    yield ToolCall(name=MOVE, arguments=place)
    yield Terminate(status="success", answer=f"{number}; {corner[0]}; {corner[1]}")


def result(seen: Observation) -> dict[str, Any]:
    return dict(json.loads(seen.results[0].text))
