from checkers import GuestView, Score, claim
from checkers.evidence import judged
from checkers.office_parts import office_parts
from checkers.spreadsheets import read_workbook

REPORT = "/home/user/Documents/report.xlsx"
MAIN = "{http://schemas.openxmlformats.org/spreadsheetml/2006/main}"
READINGS = [
    ["Site", "Sensor", "May", "June", "July", "Trend"],
    ["Mill", "T1", 14.2, 17.9, 19.5, None],
    ["Mill", "T2", 13.8, 17.1, 19.0, None],
    ["Weir", "T1", 12.9, 16.4, 18.7, None],
    ["Weir", "T2", 13.1, 16.6, 18.2, None],
    ["Lock", "T1", 14.8, 18.3, 20.1, None],
]
FORMULAS = ["=AVERAGE(JulyValues)", "=MAX(Readings!E2:E6)"]
GONE = {"slicers": "slicer", "pictures": "xl/media/", "pivot tables": "pivot"}


@judged
def check(guest: GuestView) -> Score:
    book = read_workbook(guest, REPORT)
    readings, summary = book.sheet("Readings"), book.sheet("Summary")
    parts = office_parts(guest, REPORT)
    members = parts.archive.namelist()
    sheets = [parts.content(name) for name in members if name.startswith("xl/worksheets/sheet")]
    names = {item.get("name"): item.text for item in parts.xml("xl/workbook.xml").iter(f"{MAIN}definedName")}
    tables = [parts.xml(name).get("displayName") for name in members if name.startswith("xl/tables/")]
    charts = [(sheet.name, chart.kind, chart.title) for sheet in book.sheets for chart in sheet.charts]
    kept = [summary["A1"].value, summary["A2"].value, summary["B1"].formula, summary["B2"].formula]
    content = {(row, column) for (row, column), cell in summary.cells.items() if cell.value or cell.formula}
    return Score.all_of(
        claim("the sheets are those that were", book.sheet_names == ["Readings", "Summary"]),
        claim("the readings stay", readings.rows() == READINGS, readings.rows()),
        claim("they are the table Temperatures", tables == ["Temperatures"], tables),
        claim("the summary has its formulas", kept == ["Mean", "Warmest", *FORMULAS], kept),
        claim("it has nothing else", content <= {(1, 1), (1, 2), (2, 1), (2, 2)}, sorted(content)),
        claim("the one chart is By month", charts == [("Readings", "line", "By month")], charts),
        claim("the one name is JulyValues", names == {"JulyValues": "Readings!$E$2:$E$6"}, names),
        claim("there are no sparklines", not any(b"sparkline" in sheet for sheet in sheets)),
        *(
            claim(f"there are no {what}", not any(part in name.lower() for name in members), members)
            for what, part in GONE.items()
        ),
    )
