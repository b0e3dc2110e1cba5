from testbed.actions import ToolCall
from testbed.tasks import Guest, Solution

FOLDER = "/home/user/Documents"
BOOK = {"path": f"{FOLDER}/sensors.xlsx"}
READINGS = {**BOOK, "sheet": "Readings"}
DESCRIBE = "excel_haris_describe_workbook"
SPARKLINES = "excel_haris_add_sparklines"
SLICER = "excel_haris_add_slicer"
IMAGE = "excel_haris_insert_image"
COPY = "excel_haris_copy_range"


def mcp() -> Solution:
    yield ToolCall(name=DESCRIBE, arguments=BOOK)
    yield from finished()


def wrong_lines_for_columns(_guest: Guest) -> Solution:
    yield from finished(style="line")


def wrong_not_turned(_guest: Guest) -> Solution:
    yield from finished(turned=False)


def wrong_slicer_for_the_sensor(_guest: Guest) -> Solution:
    yield from finished(field="Sensor")


def wrong_picture_at_its_own_size(_guest: Guest) -> Solution:
    yield from finished(size={})


def finished(
    *,
    style: str = "column",
    turned: bool = True,
    field: str = "Site",
    size: dict[str, float] | None = None,
) -> Solution:
    sparks = {"range": "F2:F6", "source": "C2:E6", "style": {"type": style}}
    yield ToolCall(name=SPARKLINES, arguments={**READINGS, **sparks})
    table = {"target": {"sheet": "Readings", "name": "Temperatures"}, "field": field, "at": "H12"}
    yield ToolCall(name=SLICER, arguments={**READINGS, **table})
    width = {"width_cm": 4} if size is None else size
    picture = {"image_path": f"{FOLDER}/map.png", "at": "H2", **width}
    yield ToolCall(name=IMAGE, arguments={**READINGS, **picture})
    block = {"range": "A1:E6", "to_sheet": "Turned", "at": "A1", "paste": "values", "transpose": turned}
    yield ToolCall(name=COPY, arguments={**READINGS, **block})
