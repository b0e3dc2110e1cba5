from pathlib import Path
from xml.etree.ElementTree import Element

from checkers import GuestView, Score, claim
from checkers.evidence import examine, judged
from checkers.images import difference, open_image
from checkers.nothing_else import cells, may_change, may_set, nothing_else
from checkers.office_parts import OfficeParts, office_parts
from checkers.spreadsheets import read_workbook

SENSORS = "Documents/sensors.xlsx"
MAP = Path(__file__).with_name("files") / "map.png"
SPARK = "{http://schemas.microsoft.com/office/spreadsheetml/2009/9/main}"
FORMULA = "{http://schemas.microsoft.com/office/excel/2006/main}"
PLACE = "{http://schemas.openxmlformats.org/drawingml/2006/spreadsheetDrawing}"
EMU_PER_CM = 360_000
TURNED = [
    ["Site", "Mill", "Mill", "Weir", "Weir", "Lock"],
    ["Sensor", "T1", "T2", "T1", "T2", "T1"],
    ["May", 14.2, 13.8, 12.9, 13.1, 14.8],
    ["June", 17.9, 17.1, 16.4, 16.6, 18.3],
    ["July", 19.5, 19.0, 18.7, 18.2, 20.1],
]
SPARKLINES = {f"F{row}": f"C{row}:E{row}" for row in range(2, 7)}


@judged
def check(guest: GuestView) -> Score:
    """The server of the workbooks saves a file for its owner alone to read."""
    path = f"/home/user/{SENSORS}"
    parts = office_parts(guest, path)
    turned = read_workbook(guest, path).sheet("Turned").rows()
    return Score.all_of(
        claim("Turned has rows and columns exchanged", turned == TURNED, turned),
        examine("each row has its sparkline of columns", lambda: sparklines(parts)),
        examine("there is a slicer for Site at H12", lambda: slicer(parts)),
        examine("the map is at H2, 4 cm wide", lambda: picture(parts)),
        nothing_else(
            guest,
            may_change(SENSORS, *(f"sheet Readings/sparkline {cell}" for cell in SPARKLINES), what="added"),
            may_change(SENSORS, "sheet Readings/image *", "sheet Readings/shape *", what="added"),
            may_change(SENSORS, "name Slicer_*", what="added"),
            may_change(SENSORS, *cells("Turned", "A1:F5"), what="value"),
            may_set(SENSORS, "*", what="permissions"),
        ),
    )


def sparklines(parts: OfficeParts) -> tuple[bool, object]:
    sheet = parts.xml("xl/worksheets/sheet1.xml")
    groups = list(sheet.iter(f"{SPARK}sparklineGroup"))
    kinds = [group.get("type", "line") for group in groups]
    places = {
        item.findtext(f"{FORMULA}sqref", ""): item.findtext(f"{FORMULA}f", "").rpartition("!")[2]
        for item in sheet.iter(f"{SPARK}sparkline")
    }
    found = {place: source.replace("$", "") for place, source in places.items()}
    return set(kinds) == {"column"} and found == SPARKLINES, (kinds, found)


def slicer(parts: OfficeParts) -> tuple[bool, object]:
    members = parts.archive.namelist()
    fields = [
        parts.xml(name).get("sourceName")
        for name in members
        if name.startswith("xl/slicerCaches/slicerCache")
    ]
    places = [corner(anchor) for anchor in anchors(parts) if b"slicer" in kind(anchor)]
    return fields == ["Site"] and places == ["H12"], (fields, places)


def picture(parts: OfficeParts) -> tuple[bool, object]:
    found = [
        (corner(anchor), int(size.get("cx", "0")) / EMU_PER_CM if size is not None else 0.0)
        for anchor in anchors(parts)
        if anchor.find(f"{PLACE}pic") is not None
        for size in [
            next((item for item in anchor.iter() if item.tag.endswith("}ext") and item.get("cx")), None)
        ]
    ]
    media = [parts.content(name) for name in parts.archive.namelist() if name.startswith("xl/media/")]
    same = len(media) == 1 and difference(open_image(media[0]), open_image(MAP.read_bytes())) < 1
    return same and len(found) == 1 and found[0][0] == "H2" and abs(found[0][1] - 4) < 0.1, found


def anchors(parts: OfficeParts) -> list[Element]:
    """What stands on the sheets' drawings."""
    names = [name for name in parts.archive.namelist() if name.startswith("xl/drawings/drawing")]
    return [anchor for name in names for anchor in parts.xml(name)]


def corner(anchor: Element) -> str:
    """The cell of an anchor's top left corner, in one of the first 26 columns."""
    start = anchor.find(f"{PLACE}from")
    if start is None:
        return ""
    column, row = (int(start.findtext(f"{PLACE}{name}", "0")) for name in ("col", "row"))
    return f"{chr(ord('A') + column % 26)}{row + 1}"


def kind(anchor: Element) -> bytes:
    """The tags and addresses in an anchor, by which a slicer is known."""
    return " ".join(f"{item.tag} {item.get('uri', '')}" for item in anchor.iter()).lower().encode()
