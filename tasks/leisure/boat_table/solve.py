from testbed.actions import ToolCall
from testbed.tasks import Guest, Solution

BOATS = "/home/user/Documents/boats.docx"
TABLE = {"filename": BOATS, "table_index": 0}
OUTLINE = "word_get_document_outline"
HEADER = "word_highlight_table_header"
ROWS = "word_apply_table_alternating_rows"
ALIGN = "word_set_table_cell_alignment"
WIDTHS = "word_set_table_column_widths"
MERGE = "word_merge_table_cells_horizontal"
SHADE = "word_set_table_cell_shading"


def mcp() -> Solution:
    yield ToolCall(name=OUTLINE, arguments={"filename": BOATS})
    yield from formatted()


def wrong_light_row_first(_guest: Guest) -> Solution:
    yield from formatted(first="DDEBF7", second="FFFFFF")


def wrong_last_row_not_merged(_guest: Guest) -> Solution:
    yield from formatted(merged=False)


def wrong_titles_not_centred(_guest: Guest) -> Solution:
    yield from formatted(centred=range(1, 5))


def formatted(
    *, first: str = "FFFFFF", second: str = "DDEBF7", merged: bool = True, centred: range = range(5)
) -> Solution:
    # The first of the two colours is that of the odd rows, the titles' row being the first.
    yield ToolCall(name=ROWS, arguments={**TABLE, "color1": second, "color2": first})
    yield ToolCall(name=HEADER, arguments={**TABLE, "header_color": "1F4E79", "text_color": "FFFFFF"})
    for row in centred:
        cell = {"row_index": row, "col_index": 1, "horizontal": "center", "vertical": "top"}
        yield ToolCall(name=ALIGN, arguments={**TABLE, **cell})
    yield ToolCall(name=WIDTHS, arguments={**TABLE, "widths": [180, 60, 60], "width_type": "points"})
    if merged:
        yield ToolCall(name=MERGE, arguments={**TABLE, "row_index": 5, "start_col": 0, "end_col": 2})
    yield ToolCall(name=SHADE, arguments={**TABLE, "row_index": 5, "col_index": 0, "fill_color": "FFFF00"})
