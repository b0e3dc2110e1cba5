import csv

from testbed.actions import ToolCall
from testbed.tasks import Guest, Solution

FOLDER = "/home/user/Pictures/bean"
READ = "filesystem_read_text_file"
COMBINE = "opencv_combine_frames_to_video_tool"
ORDER = ("p31.png", "p07.png", "p22.png", "p40.png", "p03.png", "p28.png")


def mcp() -> Solution:
    seen = yield ToolCall(name=READ, arguments={"path": f"{FOLDER}/photos.csv"})
    photos = [row for row in csv.DictReader(seen.results[0].text.splitlines()) if row["blurred"] == "no"]
    photos.sort(key=lambda row: row["taken"])
    yield film(*(row["file"] for row in photos))


def wrong_by_name(_guest: Guest) -> Solution:
    yield film(*sorted(ORDER))


def wrong_with_the_blurred_one(_guest: Guest) -> Solution:
    yield film(*ORDER[:3], "p15.png", *ORDER[3:])


def wrong_too_fast(_guest: Guest) -> Solution:
    yield film(*ORDER, speed=5)


def wrong_small(_guest: Guest) -> Solution:
    yield film(*ORDER, size={"width": 160, "height": 120})


def also_other_compression(_guest: Guest) -> Solution:
    yield film(*ORDER, size={"fourcc": "MJPG"})


def film(*names: str, speed: int = 2, size: dict[str, object] | None = None) -> ToolCall:
    pictures = {"frame_paths": [f"{FOLDER}/{name}" for name in names], "fps": speed, **(size or {})}
    return ToolCall(name=COMBINE, arguments={"output_path": f"{FOLDER}/bean.mp4", **pictures})
