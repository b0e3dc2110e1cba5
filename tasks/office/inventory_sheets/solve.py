import json

from testbed.actions import ToolCall
from testbed.tasks import Guest, Solution

FOLDER = "/home/user/Documents"
BOOK = {"path": f"{FOLDER}/house.xlsx"}
SHEET = {**BOOK, "sheet": "Inventory"}
LIST = "excel_haris_list_workbooks"
BOOK_INFO = "excel_haris_describe_workbook"
SHEET_INFO = "excel_haris_describe_sheet"
DELETE = "excel_haris_delete_sheet"
RENAME = "excel_haris_rename_sheet"
DELETE_LINES = "excel_haris_delete_rows_or_columns"
DELETE_NOTE = "excel_haris_delete_note"
INSERT = "excel_haris_insert_rows_or_columns"
WRITE = "excel_haris_write_range"
MERGE = "excel_haris_merge_cells"
COPY = "excel_haris_copy_sheet"
CLEAR = "excel_haris_clear_range"
CREATE = "excel_haris_create_sheet"


def mcp() -> Solution:
    seen = yield ToolCall(name=LIST, arguments={"directory": FOLDER})
    for path in json.loads(seen.results[0].text):
        yield ToolCall(name=BOOK_INFO, arguments={"path": path})
    yield ToolCall(name=SHEET_INFO, arguments={**BOOK, "sheet": "Sheet1"})
    yield from tidied()


def wrong_note_is_still_there(_guest: Guest) -> Solution:
    yield from tidied(note=True)


def wrong_pieces_emptied_on_both(_guest: Guest) -> Solution:
    yield from tidied(emptied=("Inventory", "Count"))


def wrong_title_not_merged(_guest: Guest) -> Solution:
    yield from tidied(merged=False)


def tidied(*, note: bool = False, emptied: tuple[str, ...] = ("Count",), merged: bool = True) -> Solution:
    yield ToolCall(name=DELETE, arguments={**BOOK, "sheet": "Scratch"})
    yield ToolCall(name=RENAME, arguments={**BOOK, "sheet": "Sheet1", "new_name": "Inventory"})
    if not note:
        yield ToolCall(name=DELETE_NOTE, arguments={**SHEET, "cell": "C2"})
    yield ToolCall(name=DELETE_LINES, arguments={**SHEET, "axis": "columns", "start": 2})
    yield ToolCall(name=DELETE_LINES, arguments={**SHEET, "axis": "rows", "start": 3})
    yield ToolCall(name=INSERT, arguments={**SHEET, "axis": "rows", "start": 1})
    yield ToolCall(name=WRITE, arguments={**SHEET, "at": "A1", "rows": [["Inventory 2026"]]})
    if merged:
        yield ToolCall(name=MERGE, arguments={**SHEET, "range": "A1:C1"})
    yield ToolCall(name=COPY, arguments={**SHEET, "new_name": "Count"})
    for sheet in emptied:
        yield ToolCall(name=CLEAR, arguments={**BOOK, "sheet": sheet, "range": "C3:C5", "clear": "contents"})
    yield ToolCall(name=CREATE, arguments={**BOOK, "new_name": "Missing"})
