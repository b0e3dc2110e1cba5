import json
from typing import Any

from testbed.actions import Terminate, ToolCall
from testbed.tasks import Guest, Observation, Solution

FOLDER = "/home/user/Pictures/plate"
THURSDAY = {"image_path": f"{FOLDER}/thursday.png"}
STATS = "opencv_get_image_stats_tool"
SHAPES = "opencv_find_shapes_tool"
MOTION = "opencv_detect_motion_tool"
CROP = "opencv_crop_image_tool"
FILTER = "opencv_apply_filter_tool"
THRESHOLD = "opencv_apply_threshold_tool"
MOVE = "filesystem_move_file"


def mcp() -> Solution:
    yield ToolCall(name=STATS, arguments={**THURSDAY, "channels": False})
    circles = {"min_radius": 10, "max_radius": 25, "param1": 100, "param2": 15, "min_dist": 25}
    seen = yield ToolCall(name=SHAPES, arguments={**THURSDAY, "shape_type": "circles", **circles})
    count = result(seen)["shape_count"]
    days = {"frame1_path": f"{FOLDER}/monday.png", "frame2_path": f"{FOLDER}/thursday.png"}
    seen = yield ToolCall(name=MOTION, arguments={**days, "min_area": 200})
    [area] = result(seen)["motion_areas"]
    yield from saved(area["center"], count)


def wrong_an_old_colony(_guest: Guest) -> Solution:
    yield from saved((330, 240), 7)


def wrong_black_on_white(_guest: Guest) -> Solution:
    yield from saved((320, 80), 7, kind="binary")


def wrong_count_of_monday(_guest: Guest) -> Solution:
    yield from saved((320, 80), 6)


def saved(centre: tuple[int, int], count: int, *, kind: str = "binary_inv") -> Solution:
    x, y = centre
    square = {"x": x - 30, "y": y - 30, "width": 60, "height": 60}
    seen = yield ToolCall(name=CROP, arguments={**THURSDAY, **square})
    yield moved(seen, "new.png")
    seen = yield ToolCall(name=FILTER, arguments={**THURSDAY, "filter_type": "median", "kernel_size": 5})
    black = {"image_path": result(seen)["path"], "threshold_type": kind, "threshold_value": 127}
    seen = yield ToolCall(name=THRESHOLD, arguments=black)
    yield moved(seen, "colonies.png")
    yield Terminate(status="success", answer=str(count))


def moved(seen: Observation, name: str) -> ToolCall:
    place = {"source": result(seen)["path"], "destination": f"{FOLDER}/{name}"}
    return ToolCall(name=MOVE, arguments=place)


def result(seen: Observation) -> dict[str, Any]:
    return dict(json.loads(seen.results[0].text))
