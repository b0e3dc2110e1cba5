from checkers import GuestView, Score, claim
from checkers.evidence import judged
from checkers.nothing_else import may_change, nothing_else
from checkers.office_parts import office_parts
from checkers.spreadsheets import read_workbook

PATH = "Documents/report.xlsx"
REPORT = f"/home/user/{PATH}"
MAIN = "{http://schemas.openxmlformats.org/spreadsheetml/2006/main}"
GONE = {"slicers": "slicer", "pictures": "xl/media/", "pivot tables": "pivot"}
REMOVED = (
    *("sheet Readings/chart 2", "sheet Readings/sparkline *", "sheet Readings/shape *"),
    *("sheet Summary/image *", "sheet Summary/pivot table BySite", "name OldLimit", "name Slicer_Site"),
)


@judged
def check(guest: GuestView) -> Score:
    parts = office_parts(guest, REPORT)
    members = parts.archive.namelist()
    sheets = [parts.content(name) for name in members if name.startswith("xl/worksheets/sheet")]
    names = [item.get("name") for item in parts.xml("xl/workbook.xml").iter(f"{MAIN}definedName")]
    charts = [chart.title for sheet in read_workbook(guest, REPORT).sheets for chart in sheet.charts]
    return Score.all_of(
        claim("the one chart is By month", charts == ["By month"], charts),
        claim("the one name is JulyValues", names == ["JulyValues"], names),
        claim("there are no sparklines", not any(b"sparkline" in sheet for sheet in sheets)),
        *(
            claim(f"there are no {what}", not any(part in name.lower() for name in members), members)
            for what, part in GONE.items()
        ),
        nothing_else(
            guest,
            may_change(PATH, *REMOVED, what="removed"),
            may_change(PATH, what="permissions"),  # the server writes a new file
        ),
    )
