from testbed.actions import ToolCall
from testbed.tasks import Guest, Solution

FOLDER = "/home/user/Documents"
BOOK = {"path": f"{FOLDER}/lockers.xlsx"}
SHEET = {**BOOK, "sheet": "Lockers"}
DRAW = "random_number_secure_random_int"
CREATE = "excel_haris_create_workbook"
IMPORT = "excel_haris_import_csv"
WRITE = "excel_haris_write_range"
FORMAT = "excel_haris_format_range"
LAYOUT = "excel_haris_set_sheet_layout"
LOCKERS = 5


def mcp() -> Solution:
    codes: list[int] = []
    while len(codes) < LOCKERS:
        seen = yield ToolCall(name=DRAW, arguments={"upper_bound": 1_000_000})
        code = int(seen.results[0].text)
        if code >= 100_000 and code not in codes:
            codes.append(code)
    yield from listed(codes)


def wrong_one_code_for_all(_guest: Guest) -> Solution:
    yield from listed([482_913] * LOCKERS)


def wrong_four_digits(_guest: Guest) -> Solution:
    yield from listed([4829, 1177, 9034, 2768, 5501])


def wrong_titles_scroll_away(_guest: Guest) -> Solution:
    yield from listed([482_913, 117_702, 903_465, 276_821, 550_133], frozen=False)


def listed(codes: list[int], *, frozen: bool = True) -> Solution:
    yield ToolCall(name=CREATE, arguments={**BOOK, "sheets": ["Lockers"]})
    yield ToolCall(name=IMPORT, arguments={**SHEET, "csv_path": f"{FOLDER}/lockers.csv"})
    column = {"at": "C1", "rows": [["Code"], *([code] for code in codes)]}
    yield ToolCall(name=WRITE, arguments={**SHEET, **column})
    yield ToolCall(name=FORMAT, arguments={**SHEET, "range": "A1:C1", "style": {"bold": True}})
    if frozen:
        yield ToolCall(name=LAYOUT, arguments={**SHEET, "layout": {"freeze_panes": "A2"}})
