from testbed.actions import ToolCall
from testbed.tasks import Guest, Solution

BOOK = {"path": "/home/user/Documents/report.xlsx"}
READINGS = {**BOOK, "sheet": "Readings"}
SUMMARY = {**BOOK, "sheet": "Summary"}
WORKBOOK = "excel_haris_describe_workbook"
SHEET = "excel_haris_describe_sheet"
CHART = "excel_haris_delete_chart"
SPARKLINES = "excel_haris_delete_sparklines"
SLICER = "excel_haris_delete_slicer"
IMAGE = "excel_haris_delete_image"
PIVOT = "excel_haris_delete_pivot_table"
NAME = "excel_haris_delete_defined_name"


def mcp() -> Solution:
    yield ToolCall(name=WORKBOOK, arguments=BOOK)
    yield ToolCall(name=SHEET, arguments=READINGS)
    yield ToolCall(name=SHEET, arguments=SUMMARY)
    yield from cleared()


def wrong_both_charts(_guest: Guest) -> Solution:
    yield from cleared()
    yield ToolCall(name=CHART, arguments={**READINGS, "name": "ByMonth"})


def wrong_name_that_is_used(_guest: Guest) -> Solution:
    yield from cleared(name="JulyValues")


def wrong_pivot_table_left(_guest: Guest) -> Solution:
    yield from cleared(pivot=False)


def cleared(*, name: str = "OldLimit", pivot: bool = True) -> Solution:
    yield ToolCall(name=CHART, arguments={**READINGS, "name": "May"})
    yield ToolCall(name=SPARKLINES, arguments={**READINGS, "range": "F2:F6"})
    yield ToolCall(name=SLICER, arguments={**READINGS, "name": "Site"})
    yield ToolCall(name=IMAGE, arguments={**SUMMARY, "name": "Logo"})
    if pivot:
        yield ToolCall(name=PIVOT, arguments={**SUMMARY, "name": "BySite"})
    yield ToolCall(name=NAME, arguments={**BOOK, "name": name})
