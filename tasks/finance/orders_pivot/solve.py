from testbed.actions import ToolCall
from testbed.tasks import Guest, Solution

FOLDER = "/home/user/Documents"
BOOK = {"path": f"{FOLDER}/orders.xlsx"}
ORDERS = {**BOOK, "sheet": "Orders"}
REGIONS = {**BOOK, "sheet": "Regions"}
CREATE = "excel_haris_create_workbook"
IMPORT = "excel_haris_import_csv"
TABLE = "excel_haris_set_table"
VALIDATE = "excel_haris_add_data_validation"
COLOUR = "excel_haris_add_conditional_format"
CHART = "excel_haris_create_chart"
PIVOT = "excel_haris_create_pivot_table"
SETTINGS = "excel_haris_set_workbook_settings"
READ = "excel_haris_read_range"


def mcp() -> Solution:
    yield from made()
    yield ToolCall(name=READ, arguments=REGIONS)


def wrong_products_as_rows(_guest: Guest) -> Solution:
    yield from made(rows="Product", columns="Region")


def wrong_from_500_on(_guest: Guest) -> Solution:
    yield from made(limit="500")


def wrong_line_chart(_guest: Guest) -> Solution:
    yield from made(chart="line")


def wrong_bars_lie(_guest: Guest) -> Solution:
    yield from made(chart="bar")


def wrong_list_without_west(_guest: Guest) -> Solution:
    yield from made(regions=("North", "South"))


def made(
    *,
    rows: str = "Region",
    columns: str = "Product",
    limit: str = "600",
    chart: str = "column",
    regions: tuple[str, ...] = ("North", "South", "West"),
) -> Solution:
    yield ToolCall(name=CREATE, arguments={**BOOK, "sheets": ["Orders", "Regions"]})
    yield ToolCall(name=IMPORT, arguments={**ORDERS, "csv_path": f"{FOLDER}/orders.csv"})
    yield ToolCall(name=TABLE, arguments={**ORDERS, "name": "OrderList", "range": "A1:D7"})
    choice = {"type": "list", "options": list(regions)}
    yield ToolCall(name=VALIDATE, arguments={**ORDERS, "range": "B2:B50", "rule": choice})
    red = {"type": "cell_value", "operator": "greaterThan", "values": [limit], "fill_color": "FFC7CE"}
    yield ToolCall(name=COLOUR, arguments={**ORDERS, "range": "D2:D7", "rule": red})
    series = {"series": [{"values": "D2:D7", "name": "Amount"}], "categories": "A2:A7"}
    drawing = {"chart_type": chart, "at": "F2", "options": {"title": "Orders"}}
    yield ToolCall(name=CHART, arguments={**ORDERS, **drawing, **series})
    fields = {"row_fields": [rows], "column_fields": [columns]}
    summed = {"value_fields": [{"field": "Amount", "function": "sum"}], "name": "ByRegion"}
    source = {"at": "A1", "source": "Orders!A1:D7"}
    yield ToolCall(name=PIVOT, arguments={**REGIONS, **source, **fields, **summed})
    properties = {"title": "Orders of 2026", "author": "Piet Hess"}
    yield ToolCall(name=SETTINGS, arguments={**BOOK, "settings": {"doc_properties": properties}})
