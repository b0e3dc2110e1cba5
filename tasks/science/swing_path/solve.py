import json

from testbed.actions import Terminate, ToolCall
from testbed.tasks import Guest, Solution

FOLDER = "/home/user/Pictures/swing"
FRAMES = "opencv_extract_video_frames_tool"
CONTOURS = "opencv_detect_contours_tool"
WRITE = "filesystem_write_file"


def mcp() -> Solution:
    yield from followed()


def wrong_odd_frames(_guest: Guest) -> Solution:
    yield from followed(start=1)


def wrong_rows_and_columns(_guest: Guest) -> Solution:
    yield from followed(turned=True)


def wrong_highest(_guest: Guest) -> Solution:
    yield from followed(sign=-1)


def followed(*, start: int = 0, turned: bool = False, sign: int = 1) -> Solution:
    film = {"video_path": f"{FOLDER}/swing.mp4", "start_frame": start, "step": 2, "max_frames": 4}
    seen = yield ToolCall(name=FRAMES, arguments={**film, "output_dir": f"{FOLDER}/frames"})
    centres = {}
    for frame in json.loads(seen.results[0].text)["frames"]:
        picture = {"image_path": frame["path"], "draw": False, "threshold_value": 127}
        seen = yield ToolCall(name=CONTOURS, arguments=picture)
        [weight] = json.loads(seen.results[0].text)["contour_info"]
        centres[frame["index"]] = weight["center"]
    rows = [(frame, *(reversed(centre) if turned else centre)) for frame, centre in centres.items()]
    text = "".join(f"{','.join(map(str, row))}\n" for row in (("frame", "x", "y"), *rows))
    yield ToolCall(name=WRITE, arguments={"path": f"{FOLDER}/path.csv", "content": text})
    lowest = max(centres, key=lambda frame: sign * int(centres[frame][1]))
    yield Terminate(status="success", answer=str(lowest))
