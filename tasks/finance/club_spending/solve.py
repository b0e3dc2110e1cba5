import json

from testbed.actions import ToolCall
from testbed.tasks import Guest, Solution

FOLDER = "/home/user/Documents"
BOOK = {"path": f"{FOLDER}/spending.xlsx"}
RECEIPTS = {**BOOK, "sheet": "Receipts"}
CREATE = "excel_haris_create_workbook"
IMPORT = "excel_haris_import_csv"
TRANSFORM = "excel_haris_transform_range"
REPLACE = "excel_haris_replace_cells"
FIND = "excel_haris_find_cells"
NOTE = "excel_haris_set_note"
NAME = "excel_haris_set_defined_name"
WRITE = "excel_haris_write_range"
LAYOUT = "excel_haris_set_sheet_layout"
EXPORT = "excel_haris_export_csv"


def mcp() -> Solution:
    yield from made()


def also_total_of_both_groups_by_sumifs(_guest: Guest) -> Solution:
    yield from made(bar='=SUMIFS(Receipts!$D$2:$D$8,Receipts!$C$2:$C$8,"Bar")')


def wrong_duplicate_is_kept(_guest: Guest) -> Solution:
    yield from made(once=False)


def wrong_group_misspelt(_guest: Guest) -> Solution:
    yield from made(replaced=False)


def wrong_sum_of_the_other_group(_guest: Guest) -> Solution:
    yield from made(bar='=SUMIF(Receipts!C2:C8,"Court",Spent)')


def wrong_numbers_for_formulas(_guest: Guest) -> Solution:
    yield from made(bar="98.75")


def made(
    *, once: bool = True, replaced: bool = True, bar: str = '=SUMIF(Receipts!C2:C8,"Bar",Spent)'
) -> Solution:
    yield ToolCall(name=CREATE, arguments={**BOOK, "sheets": ["Receipts", "Sums"]})
    yield ToolCall(name=IMPORT, arguments={**RECEIPTS, "csv_path": f"{FOLDER}/receipts.csv"})
    if once:
        transform = {"range": "A1:D9", "transform": {"operation": "remove_duplicates"}}
        yield ToolCall(name=TRANSFORM, arguments={**RECEIPTS, **transform})
    if replaced:
        exactly = {"query": "Barr", "replacement": "Bar", "exact": True}
        yield ToolCall(name=REPLACE, arguments={**RECEIPTS, **exactly})
    seen = yield ToolCall(name=FIND, arguments={**RECEIPTS, "query": "Line tape"})
    [cell] = json.loads(seen.results[0].text)["matches"]["Receipts"]
    yield ToolCall(name=NOTE, arguments={**RECEIPTS, "cell": f"D{cell[1:]}", "text": "bill is missing"})
    last = 8 if once else 9
    yield ToolCall(name=NAME, arguments={**BOOK, "name": "Spent", "refers_to": f"=Receipts!$D$2:$D${last}"})
    court = f'=SUMIF(Receipts!C2:C{last},"Court",Spent)'
    rows = [["Court", court], ["Bar", float(bar) if bar[0] != "=" else bar], ["Total", "=SUM(Spent)"]]
    yield ToolCall(name=WRITE, arguments={**BOOK, "sheet": "Sums", "at": "A1", "rows": rows})
    yield ToolCall(name=LAYOUT, arguments={**RECEIPTS, "layout": {"freeze_panes": "A2"}})
    yield ToolCall(name=EXPORT, arguments={**RECEIPTS, "csv_path": f"{FOLDER}/receipts-clean.csv"})
