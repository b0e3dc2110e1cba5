from testbed.actions import ToolCall
from testbed.tasks import Guest, Solution

LAB = {"filename": "/home/user/Documents/lab.docx"}
TABLE = {**LAB, "table_index": 0}
OUTLINE = "word_get_document_outline"
DOWN = "word_merge_table_cells_vertical"
BLOCK = "word_merge_table_cells"
TEXT = "word_format_table_cell_text"
PADDING = "word_set_table_cell_padding"
ALIGN = "word_set_table_alignment_all"
LINES = "word_format_table"
WIDTH = "word_set_table_width"


def mcp() -> Solution:
    yield ToolCall(name=OUTLINE, arguments=LAB)
    yield from finished()


def wrong_single_lines(_guest: Guest) -> Solution:
    yield from finished(lines="single")


def wrong_one_row_of_cleaning(_guest: Guest) -> Solution:
    yield from finished(last=4)


def wrong_narrow(_guest: Guest) -> Solution:
    yield from finished(width=300)


def finished(*, lines: str = "double", last: int = 5, width: int = 400) -> Solution:
    monday = {"col_index": 0, "start_row": 1, "end_row": 2}
    yield ToolCall(name=DOWN, arguments={**TABLE, **monday})
    cleaning = {"start_row": 4, "start_col": 1, "end_row": last, "end_col": 2}
    yield ToolCall(name=BLOCK, arguments={**TABLE, **cleaning})
    title = {"row_index": 0, "col_index": 0}
    yield ToolCall(name=TEXT, arguments={**TABLE, **title, "text_content": "Weekday", "bold": True})
    yield ToolCall(name=PADDING, arguments={**TABLE, **title, "top": 4, "bottom": 4, "unit": "points"})
    yield ToolCall(name=ALIGN, arguments={**TABLE, "horizontal": "center", "vertical": "center"})
    yield ToolCall(name=LINES, arguments={**TABLE, "border_style": lines})
    yield ToolCall(name=WIDTH, arguments={**TABLE, "width": width, "width_type": "points"})
