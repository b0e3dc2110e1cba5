import json

from testbed.actions import ToolCall
from testbed.tasks import Guest, Solution

THRESHOLD = "opencv_apply_threshold_tool"
CONTOURS = "opencv_detect_contours_tool"
CONVERT = "unit_converter_convert_area"
ENTITIES = "memory_create_entities"
LEAVES = "/home/user/Pictures/herbarium/leaves.png"
PIXELS_PER_MM2 = 100


def mcp() -> Solution:
    yield from noted()


def wrong_centimeters(_guest: Guest) -> Solution:
    yield from noted(unit="square centimeter")


def wrong_from_right_to_left(_guest: Guest) -> Solution:
    yield from noted(sign=-1)


def noted(*, unit: str = "square inch", sign: int = 1) -> Solution:
    turned = {"image_path": LEAVES, "threshold_type": "binary_inv", "threshold_value": 150}
    seen = yield ToolCall(name=THRESHOLD, arguments=turned)
    picture = {"image_path": json.loads(seen.results[0].text)["path"], "draw": False}
    seen = yield ToolCall(name=CONTOURS, arguments=picture)
    contours = json.loads(seen.results[0].text)["contour_info"]
    contours.sort(key=lambda contour: sign * int(contour["center"][0]))
    entities = []
    for number, contour in enumerate(contours, start=1):
        area = {"value": contour["area"] / PIXELS_PER_MM2, "from_unit": "square millimeter", "to_unit": unit}
        seen = yield ToolCall(name=CONVERT, arguments=area)
        value = json.loads(seen.results[0].text)["converted_value"]
        noted_as = {"entityType": "leaf", "observations": [f"{value:.4f} square inches"]}
        entities.append({"name": f"leaf {number}", **noted_as})
    yield ToolCall(name=ENTITIES, arguments={"entities": entities})
