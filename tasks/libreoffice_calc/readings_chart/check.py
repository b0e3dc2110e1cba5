import re

from checkers import GuestView, Score, claim
from checkers.archives import open_package, parse_xml, read
from checkers.evidence import fetch, judged
from checkers.nothing_else import may_change, nothing_else
from checkers.spreadsheets import parse_workbook

PATH = "Documents/greenhouse.xlsx"
NAMESPACES = {
    "a": "http://schemas.openxmlformats.org/drawingml/2006/main",
    "c": "http://schemas.openxmlformats.org/drawingml/2006/chart",
}
NO_LINE = ".//c:lineChart/c:ser/c:spPr/a:ln/a:noFill"
LINES = {"Greenhouse!B2:B9", "Greenhouse!C2:C9"}
"""The cells of the two lines."""


@judged
def check(guest: GuestView) -> Score:
    data = fetch(guest, f"/home/user/{PATH}")
    charts = parse_workbook(data, PATH).sheet("Greenhouse").charts
    kinds = [chart.kind for chart in charts]
    ranges = {plain(cells) for chart in charts for cells in chart.ranges}
    titles = [" ".join(chart.title.split()) for chart in charts]
    return Score.all_of(
        claim("the sheet Greenhouse has one chart, a line chart", kinds == ["line"], kinds),
        claim("its lines are drawn, not the points alone", not points_only(data), ""),
        claim("it draws the temperatures inside and outside, nothing else", ranges == LINES, ranges),
        claim("its title is Spring in the greenhouse", titles == ["Spring in the greenhouse"], titles),
        nothing_else(guest, may_change(PATH, "sheet Greenhouse/chart *")),
    )


def points_only(data: bytes) -> bool:
    """Whether a chart has a series whose line is switched off."""
    with open_package(data, PATH) as package:
        charts = [name for name in package.namelist() if re.fullmatch(r"xl/charts/chart\d+\.xml", name)]
        return any(parse_xml(read(package, name), name).findall(NO_LINE, NAMESPACES) for name in charts)


def plain(cells: str) -> str:
    """ "$Greenhouse.$B$2:$B$9" is "Greenhouse!B2:B9"."""
    return cells.replace("$", "").replace("'", "").replace(".", "!")
