import re
from collections.abc import Mapping

from testbed.actions import ToolCall
from testbed.tasks import Guest, Solution

FOLDER = "/home/user/Documents/bakery"
YEAR = {"presentation_id": "year"}
OPEN = "ppt_open_presentation"
LIST = "ppt_list_presentations"
SWITCH = "ppt_switch_presentation"
EXTRACT = "ppt_extract_slide_text"
INFO = "ppt_get_slide_info"
UPDATE = "ppt_update_chart_data"
IMAGE = "ppt_manage_image"
SAVE = "ppt_save_presentation"
LOAVES = {"2024": 410, "2025": 455, "2026": 492}


def mcp() -> Solution:
    yield ToolCall(name=OPEN, arguments={"file_path": f"{FOLDER}/count.pptx", "id": "count"})
    yield ToolCall(name=LIST)
    yield ToolCall(name=SWITCH, arguments={"presentation_id": "count"})
    seen = yield ToolCall(name=EXTRACT, arguments={"slide_index": 0})
    found = re.findall(r"(\d+) in (20\d\d)", seen.results[0].text)
    yield from updated({year: int(number) for number, year in found})


def wrong_old_years_gone(_guest: Guest) -> Solution:
    yield from updated({"2026": 492})


def wrong_rolls(_guest: Guest) -> Solution:
    yield from updated({**LOAVES, "2026": 1130})


def wrong_picture_on_the_left(_guest: Guest) -> Solution:
    yield from updated(LOAVES, left=0.5)


def wrong_count_overwritten(_guest: Guest) -> Solution:
    yield from updated(LOAVES, name="count.pptx")


def updated(loaves: Mapping[str, int], *, left: float = 8, name: str = "year.pptx") -> Solution:
    yield ToolCall(name=OPEN, arguments={"file_path": f"{FOLDER}/year.pptx", "id": "year"})
    yield ToolCall(name=INFO, arguments={"slide_index": 1, **YEAR})
    series = [{"name": "Loaves", "values": list(loaves.values())}]
    chart = {"slide_index": 1, "shape_index": 1, "categories": list(loaves), "series_data": series}
    yield ToolCall(name=UPDATE, arguments={**chart, **YEAR})
    place = {"left": left, "top": 0.5, "width": 1.5, "height": 1.5}
    picture = {
        "slide_index": 0,
        "operation": "add",
        "image_source": f"{FOLDER}/loaf.png",
        "source_type": "file",
    }
    yield ToolCall(name=IMAGE, arguments={**picture, **place, **YEAR})
    yield ToolCall(name=SAVE, arguments={"file_path": f"{FOLDER}/{name}", **YEAR})
