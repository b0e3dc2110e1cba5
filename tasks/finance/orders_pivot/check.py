from collections import Counter
from datetime import datetime

from checkers import GuestView, Score, claim
from checkers.evidence import examine, judged
from checkers.nothing_else import may_add, nothing_else
from checkers.office_parts import OfficeParts, office_parts
from checkers.spreadsheets import read_workbook

BOOK = "/home/user/Documents/orders.xlsx"
MAIN = "{http://schemas.openxmlformats.org/spreadsheetml/2006/main}"
CHART = "{http://schemas.openxmlformats.org/drawingml/2006/chart}"
PLACE = "{http://schemas.openxmlformats.org/drawingml/2006/spreadsheetDrawing}"
PROPERTY = "{http://purl.org/dc/elements/1.1/}"
ROWS = [
    ("Date", "Region", "Product", "Amount"),
    ("2026-01-12", "North", "Lamp", 420),
    ("2026-01-20", "South", "Lamp", 310),
    ("2026-02-03", "North", "Shelf", 980),
    ("2026-02-17", "South", "Shelf", 640.5),
    ("2026-03-05", "North", "Lamp", 275),
    ("2026-03-28", "West", "Shelf", 120),
]
NAMES = {"North", "South", "West", "Lamp", "Shelf"}
SUMS = Counter([695, 980, 1675, 310, 640.5, 950.5, 120, 120, 1005, 1740.5, 2745.5])


@judged
def check(guest: GuestView) -> Score:
    book = read_workbook(guest, BOOK)
    orders, regions = book.sheet("Orders"), book.sheet("Regions")
    parts = office_parts(guest, BOOK)
    rows = [(day(row[0]), *row[1:]) for row in orders.rows()]
    charts = [(chart.kind, chart.title, " ".join(chart.ranges).replace("$", "")) for chart in orders.charts]
    sums = Counter(value for row in regions.rows() for value in row if isinstance(value, int | float))
    names = {value for row in regions.rows() for value in row if isinstance(value, str)}
    properties = parts.xml("docProps/core.xml")
    named = [properties.findtext(f"{PROPERTY}{name}", "") for name in ("title", "creator")]
    return Score.all_of(
        claim("there are the two sheets", book.sheet_names == ["Orders", "Regions"], book.sheet_names),
        claim("the orders are there", rows == ROWS, rows),
        examine("they are the table OrderList", lambda: table(parts)),
        examine("regions are chosen from a list", lambda: validated(parts)),
        examine("high amounts are light red", lambda: coloured(parts)),
        claim(
            "there is a column chart of the amounts",
            len(charts) == 1 and charts[0][:2] == ("bar", "Orders") and "D2:D7" in charts[0][2],
            charts,
        ),
        examine("its bars stand upright, over the dates", lambda: upright(parts)),
        examine("it is beside the table", lambda: beside(parts)),
        examine("ByRegion has regions as rows and products as columns", lambda: pivot(parts)),
        claim("it has the sums", sums >= SUMS, sorted(sums)),
        claim("it names regions and products", names >= NAMES, sorted(names)),
        claim("title and author are set", named == ["Orders of 2026", "Piet Hess"], named),
        nothing_else(guest, may_add("Documents/orders.xlsx")),
    )


def day(value: object) -> object:
    return f"{value:%Y-%m-%d}" if isinstance(value, datetime) else value


def table(parts: OfficeParts) -> tuple[bool, object]:
    tables = [parts.xml(name) for name in parts.archive.namelist() if name.startswith("xl/tables/")]
    found = [(item.get("displayName"), item.get("ref")) for item in tables]
    return found == [("OrderList", "A1:D7")], found


def validated(parts: OfficeParts) -> tuple[bool, object]:
    found = [
        (item.get("type"), item.get("sqref"), (item.findtext(f"{MAIN}formula1") or "").replace(" ", ""))
        for item in parts.xml("xl/worksheets/sheet1.xml").iter(f"{MAIN}dataValidation")
    ]
    return found == [("list", "B2:B50", '"North,South,West"')], found


def coloured(parts: OfficeParts) -> tuple[bool, object]:
    looks = parts.xml("xl/styles.xml").find(f"{MAIN}dxfs")
    found = []
    for item in parts.xml("xl/worksheets/sheet1.xml").iter(f"{MAIN}conditionalFormatting"):
        for rule in item.iter(f"{MAIN}cfRule"):
            number = int(rule.get("dxfId", "-1"))
            look = None if looks is None or not 0 <= number < len(looks) else looks[number]
            colours = (
                [] if look is None else [part.get("rgb", "")[-6:] for part in look.iter() if part.get("rgb")]
            )
            found.append((item.get("sqref"), rule.get("operator"), rule.findtext(f"{MAIN}formula"), colours))
    return (
        len(found) == 1 and found[0][:3] == ("D2:D7", "greaterThan", "600") and "FFC7CE" in found[0][3]
    ), found


def upright(parts: OfficeParts) -> tuple[bool, object]:
    charts = [parts.xml(name) for name in parts.archive.namelist() if name.startswith("xl/charts/chart")]
    kinds = [item.get("val") for chart in charts for item in chart.iter(f"{CHART}barDir")]
    dates = [item.text or "" for chart in charts for item in chart.iterfind(f".//{CHART}cat//{CHART}f")]
    return kinds == ["col"] and [item.replace("$", "")[-5:] for item in dates] == ["A2:A7"], (kinds, dates)


def beside(parts: OfficeParts) -> tuple[bool, object]:
    drawings = [
        parts.xml(name) for name in parts.archive.namelist() if name.startswith("xl/drawings/drawing")
    ]
    columns = [
        int(place.text or 0) for item in drawings for place in item.iterfind(f"*/{PLACE}from/{PLACE}col")
    ]
    return columns != [] and min(columns) >= len(ROWS[0]), columns


def pivot(parts: OfficeParts) -> tuple[bool, object]:
    tables = [parts.xml(name) for name in parts.archive.namelist() if name.startswith("xl/pivotTables/pivot")]
    found = []
    for item in tables:
        axes = [(field.get("axis"), field.get("dataField")) for field in item.iter(f"{MAIN}pivotField")]
        found.append((item.get("name"), [axis for axis, _ in axes], axes[3:4]))
    rows_and_columns = [None, "axisRow", "axisCol", None]
    return found == [("ByRegion", rows_and_columns, [(None, "1")])], found
