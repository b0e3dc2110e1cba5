import json

from testbed.actions import Terminate, ToolCall
from testbed.tasks import Guest, Solution

FOLDER = "/home/user/Pictures/finds"
MATCH = "opencv_match_features_tool"
EDGES = "opencv_detect_edges_tool"
MOVE = "filesystem_move_file"


def mcp() -> Solution:
    matches = {}
    for number in (1, 2, 3, 4):
        pair = {"image1_path": f"{FOLDER}/stone.png", "image2_path": f"{FOLDER}/beach{number}.png"}
        seen = yield ToolCall(name=MATCH, arguments={**pair, "draw": False})
        matches[number] = json.loads(seen.results[0].text)["match_count"]
    yield from found(max(matches, key=lambda number: int(matches[number])))


def wrong_photograph(_guest: Guest) -> Solution:
    yield from found(1)


def wrong_thresholds(_guest: Guest) -> Solution:
    yield from found(3, low=20, high=40)


def found(number: int, *, low: int = 100, high: int = 200) -> Solution:
    picture = {"image_path": f"{FOLDER}/beach{number}.png", "method": "canny"}
    seen = yield ToolCall(name=EDGES, arguments={**picture, "threshold1": low, "threshold2": high})
    saved = {"source": json.loads(seen.results[0].text)["path"], "destination": f"{FOLDER}/edges.png"}
    yield ToolCall(name=MOVE, arguments=saved)
    yield Terminate(status="success", answer=str(number))
