import json

from testbed.actions import ToolCall
from testbed.tasks import Guest, Solution

CREATE = "ppt_create_presentation"
TEMPLATES = "ppt_list_slide_templates"
TEMPLATE = "ppt_get_template_info"
SLIDE = "ppt_create_slide_from_template"
SAVE = "ppt_save_presentation"
FIRST = ("Moss and fern", "Mosses have no roots.", "Ferns have roots and stems.")
SECOND = ("Where they grow", "On bark and stone.", "In the shade of woods.")


def mcp() -> Solution:
    seen = yield ToolCall(name=TEMPLATES)
    listed = json.loads(seen.results[0].text)["available_templates"]
    [template] = [item["id"] for item in listed if item["name"] == "Two Columns of Text"]
    yield ToolCall(name=TEMPLATE, arguments={"template_id": template})
    yield from made((FIRST, SECOND), template)


def wrong_columns_exchanged(_guest: Guest) -> Solution:
    title, left, right = SECOND
    yield from made((FIRST, (title, right, left)))


def wrong_one_slide(_guest: Guest) -> Solution:
    yield from made((FIRST,))


def made(slides: tuple[tuple[str, str, str], ...], template: str = "two_column_text") -> Solution:
    lecture = {"presentation_id": "lecture"}
    yield ToolCall(name=CREATE, arguments={"id": "lecture"})
    for title, left, right in slides:
        texts = {"title": title, "content_left": left, "content_right": right}
        slide = {**lecture, "template_id": template, "content_mapping": texts}
        yield ToolCall(name=SLIDE, arguments=slide)
    yield ToolCall(name=SAVE, arguments={**lecture, "file_path": "/home/user/Documents/lecture.pptx"})
