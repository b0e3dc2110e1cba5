import re
from pathlib import Path

from checkers import GuestView, Score, claim
from checkers.archives import open_package, parse_xml, read
from checkers.evidence import fetch, judged
from checkers.spreadsheets import parse_workbook, untouched_claim

ORIGINAL = Path(__file__).parent / "files" / "greenhouse.xlsx"
NAMESPACES = {
    "a": "http://schemas.openxmlformats.org/drawingml/2006/main",
    "c": "http://schemas.openxmlformats.org/drawingml/2006/chart",
}
NO_LINE = ".//c:lineChart/c:ser/c:spPr/a:ln/a:noFill"
LINES = {"Greenhouse!B2:B9", "Greenhouse!C2:C9"}
"""The cells of the two lines."""


@judged
def check(guest: GuestView) -> Score:
    data = fetch(guest, "/home/user/Documents/greenhouse.xlsx")
    book = parse_workbook(data, ORIGINAL.name)
    charts = book.sheet("Greenhouse").charts
    ranges = {plain(cells) for chart in charts for cells in chart.ranges}
    elsewhere = [sheet.name for sheet in book.sheets if sheet.charts and sheet.name != "Greenhouse"]
    score = [
        claim("the sheet Greenhouse has one chart", len(charts) == 1, charts),
        claim("no other sheet has one", not elsewhere, elsewhere),
        claim("it draws the temperatures inside and outside, nothing else", ranges == LINES, ranges),
        untouched_claim(book, parse_workbook(ORIGINAL.read_bytes(), ORIGINAL.name)),
    ]
    if len(charts) == 1:
        title = " ".join(charts[0].title.split())
        score += [
            claim("it is a line chart", charts[0].kind == "line", charts[0].kind),
            claim("its lines are drawn, not the points alone", not points_only(data), ""),
            claim("its title is Spring in the greenhouse", title == "Spring in the greenhouse", title),
        ]
    return Score.all_of(*score)


def points_only(data: bytes) -> bool:
    """Whether a chart has a series whose line is switched off."""
    with open_package(data, ORIGINAL.name) as package:
        charts = [name for name in package.namelist() if re.fullmatch(r"xl/charts/chart\d+\.xml", name)]
        return any(parse_xml(read(package, name), name).findall(NO_LINE, NAMESPACES) for name in charts)


def plain(cells: str) -> str:
    """ "$Greenhouse.$B$2:$B$9" is "Greenhouse!B2:B9"."""
    return cells.replace("$", "").replace("'", "").replace(".", "!")
