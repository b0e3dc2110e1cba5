from testbed.actions import ToolCall
from testbed.tasks import Guest, Solution

BOOK = {"fileAbsolutePath": "/home/user/Documents/shifts.xlsx"}
DESCRIBE = "excel_negokaz_excel_describe_sheets"
READ = "excel_negokaz_excel_read_sheet"
COPY = "excel_negokaz_excel_copy_sheet"
WRITE = "excel_negokaz_excel_write_to_sheet"
TABLE = "excel_negokaz_excel_create_table"
FORMAT = "excel_negokaz_excel_format_range"
STYLE = {"font": {"bold": True}, "fill": {"type": "pattern", "pattern": "solid", "color": ["#FFFF00"]}}


def mcp() -> Solution:
    yield ToolCall(name=DESCRIBE, arguments=BOOK)
    yield ToolCall(name=READ, arguments={**BOOK, "sheetName": "Week 1"})
    yield from planned()


def wrong_week_1_changed(_guest: Guest) -> Solution:
    yield from planned(changed="Week 1")


def wrong_wednesday_changed(_guest: Guest) -> Solution:
    yield from planned(cell="B4")


def wrong_no_table(_guest: Guest) -> Solution:
    yield from planned(table=False)


def planned(*, changed: str = "Week 2", cell: str = "B3", table: bool = True) -> Solution:
    yield ToolCall(name=COPY, arguments={**BOOK, "srcSheetName": "Week 1", "dstSheetName": "Week 2"})
    shift = {"sheetName": changed, "newSheet": False, "range": f"{cell}:{cell}", "values": [["Nora"]]}
    yield ToolCall(name=WRITE, arguments={**BOOK, **shift})
    if table:
        block = {"sheetName": "Hours", "range": "A1:B4", "tableName": "Hours"}
        yield ToolCall(name=TABLE, arguments={**BOOK, **block})
    looks = {"sheetName": "Hours", "range": "A1:B1", "styles": [[STYLE, STYLE]]}
    yield ToolCall(name=FORMAT, arguments={**BOOK, **looks})
