import csv

from testbed.actions import ToolCall
from testbed.tasks import Guest, Solution

FOLDER = "/home/user/Documents"
MEETING = f"{FOLDER}/meeting.pptx"
CLUB = {"presentation_id": "club"}
READ = "filesystem_read_text_file"
OPEN = "ppt_open_presentation"
INFO = "ppt_get_slide_info"
FILL = "ppt_populate_placeholder"
ADD = "ppt_add_slide"
BULLETS = "ppt_add_bullet_points"
TABLE = "ppt_add_table"
CELL = "ppt_format_table_cell"
TEXT = "ppt_manage_text"
PROPERTIES = "ppt_set_core_properties"
SAVE = "ppt_save_presentation"
THANKS = ["Ludo for the compost", "Mira for the seeds"]
ROWS = [
    ["Plot", "Beans (kg)", "Apples (kg)"],
    ["Lower bed", "14", "0"],
    ["Orchard", "0", "61"],
    ["Terrace", "5.5", "8"],
]


def mcp() -> Solution:
    seen = yield ToolCall(name=READ, arguments={"path": f"{FOLDER}/harvest.csv"})
    rows = list(csv.reader(seen.results[0].text.strip().splitlines()))
    yield from finished(rows)


def wrong_table_without_titles(_guest: Guest) -> Solution:
    yield from finished(ROWS[1:])


def wrong_harvest_before_thanks(_guest: Guest) -> Solution:
    yield from finished(ROWS, order=("Harvest", "Thanks"))


def wrong_not_saved(_guest: Guest) -> Solution:
    yield from finished(ROWS, name="")


def wrong_saved_under_another_name(_guest: Guest) -> Solution:
    yield from finished(ROWS, name="meeting-2026.pptx")


def finished(
    rows: list[list[str]], *, order: tuple[str, ...] = ("Thanks", "Harvest"), name: str = "meeting.pptx"
) -> Solution:
    yield ToolCall(name=OPEN, arguments={"file_path": MEETING, "id": "club"})
    yield ToolCall(name=INFO, arguments={"slide_index": 1, **CLUB})
    plan = {"slide_index": 1, "placeholder_idx": 1, "text": "A new fence by May"}
    yield ToolCall(name=FILL, arguments={**plan, **CLUB})
    for title in order:
        layout = 1 if title == "Thanks" else 5
        yield ToolCall(name=ADD, arguments={"layout_index": layout, "title": title, **CLUB})
    points = {"slide_index": 2 + order.index("Thanks"), "placeholder_idx": 1, "bullet_points": THANKS}
    yield ToolCall(name=BULLETS, arguments={**points, **CLUB})
    number = 2 + order.index("Harvest")
    size = {"rows": len(rows), "cols": 3, "left": 1, "top": 2, "width": 8, "height": 3}
    yield ToolCall(name=TABLE, arguments={"slide_index": number, **size, "data": rows, **CLUB})
    for column in range(3):
        cell = {"slide_index": number, "shape_index": 1, "row": 0, "col": column, "bold": True}
        yield ToolCall(name=CELL, arguments={**cell, **CLUB})
    box = {"operation": "add", "left": 1, "top": 6, "width": 4, "height": 1, "text": "Hall, 7 pm"}
    yield ToolCall(name=TEXT, arguments={"slide_index": 0, **box, **CLUB})
    named = {"title": "Garden club 2026", "author": "Ludo Brandt"}
    yield ToolCall(name=PROPERTIES, arguments={**named, **CLUB})
    if name:
        yield ToolCall(name=SAVE, arguments={"file_path": f"{FOLDER}/{name}", **CLUB})
