import json

from testbed.actions import Terminate, ToolCall
from testbed.tasks import Guest, Solution

REPORT = {"filename": "/home/user/Documents/report.docx"}
PLATES = "/home/user/Pictures/plates"
STATS = "opencv_get_image_stats_tool"
PICTURE = "word_add_picture"
PARAGRAPH = "word_add_paragraph"
NAMES = ("plate1.png", "plate2.png", "plate3.png")


def mcp() -> Solution:
    yield from reported("stddev")


def wrong_brightest(_guest: Guest) -> Solution:
    yield from reported("mean")


def wrong_width(_guest: Guest) -> Solution:
    yield from reported("stddev", width=5.0)


def reported(measure: str, width: float = 3.0) -> Solution:
    measured = {}
    for name in NAMES:
        picture = {"image_path": f"{PLATES}/{name}", "channels": False}
        seen = yield ToolCall(name=STATS, arguments=picture)
        measured[name] = float(json.loads(seen.results[0].text)[measure])
    best = max(measured, key=measured.__getitem__)
    yield ToolCall(name=PICTURE, arguments={**REPORT, "image_path": f"{PLATES}/{best}", "width": width})
    yield ToolCall(name=PARAGRAPH, arguments={**REPORT, "text": f"Figure 1: {best}"})
    yield Terminate(status="success", answer=f"{measured[best]:.1f}")
