from testbed.actions import ToolCall
from testbed.tasks import Guest, Solution

FOLDER = "/home/user/Documents"
BOOK = f"{FOLDER}/stock.xlsx"
CREATE = "excel_haris_create_workbook"
IMPORT = "excel_haris_import_csv"
SORT = "excel_haris_sort_range"
FORMAT = "excel_haris_format_range"


def mcp() -> Solution:
    yield from made("descending")


def wrong_ascending(_guest: Guest) -> Solution:
    yield from made("ascending")


def wrong_not_bold(_guest: Guest) -> Solution:
    yield from made("descending", bold=False)


def made(order: str, *, bold: bool = True) -> Solution:
    yield ToolCall(name=CREATE, arguments={"path": BOOK, "sheets": ["Stock"]})
    source = {"path": BOOK, "csv_path": f"{FOLDER}/stock.csv", "sheet": "Stock"}
    yield ToolCall(name=IMPORT, arguments=source)
    keys = [{"column": "Quantity", "order": order}]
    yield ToolCall(name=SORT, arguments={"path": BOOK, "sheet": "Stock", "range": "A1:C6", "sort_by": keys})
    if bold:
        style = {"path": BOOK, "sheet": "Stock", "range": "A1:C1", "style": {"bold": True}}
        yield ToolCall(name=FORMAT, arguments=style)
