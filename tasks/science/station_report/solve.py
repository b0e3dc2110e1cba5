import csv
import io
import json
from collections.abc import Mapping

from testbed.actions import ToolCall
from testbed.tasks import Guest, Solution

FOLDER = "/home/user/Documents"
READ = "filesystem_read_text_file"
WRITE = "filesystem_write_file"
UNITS = "unit_converter_list_supported_units"
PRESSURE = "unit_converter_convert_pressure"
SPEED = "unit_converter_convert_speed"
AREA = "unit_converter_convert_area"
DENSITY = "unit_converter_convert_density"
FORCE = "unit_converter_convert_force"
ANGLE = "unit_converter_convert_angle"
DATA = "unit_converter_convert_computer_data"
TARGETS = {
    "air pressure": "hectopascal",
    "wind": "meters per second",
    "catchment": "square kilometer",
    "snow": "kilograms per cubic meter",
    "load on the mast": "newtons",
    "aspect": "degrees",
    "recordings": "megabytes",
}
VALUES = {
    "air pressure": 1000.0,
    "wind": 15.95,
    "catchment": 16.58,
    "snow": 232.27,
    "load on the mast": 391.44,
    "aspect": 77.35,
    "recordings": 1792.0,
}


def mcp() -> Solution:
    seen = yield ToolCall(name=READ, arguments={"path": f"{FOLDER}/station.csv"})
    rows = {row["quantity"]: row for row in csv.DictReader(seen.results[0].text.splitlines())}
    yield ToolCall(name=UNITS, arguments={"unit_type": "force"})
    calls = [
        ToolCall(name=PRESSURE, arguments=conversion(rows["air pressure"])),
        ToolCall(name=SPEED, arguments=conversion(rows["wind"])),
        ToolCall(name=AREA, arguments=conversion(rows["catchment"])),
        ToolCall(name=DENSITY, arguments=conversion(rows["snow"])),
        ToolCall(name=FORCE, arguments=conversion(rows["load on the mast"])),
        ToolCall(name=ANGLE, arguments=conversion(rows["aspect"])),
        ToolCall(name=DATA, arguments=conversion(rows["recordings"])),
    ]
    values = {}
    for name, call in zip(TARGETS, calls, strict=True):
        seen = yield call
        values[name] = round(json.loads(seen.results[0].text)["converted_value"], 2)
    yield written(values)


def wrong_statute_miles_for_knots(_guest: Guest) -> Solution:
    yield written({**VALUES, "wind": 13.86})


def wrong_decimal_megabytes(_guest: Guest) -> Solution:
    yield written({**VALUES, "recordings": 1750.0})


def wrong_aspect_left_in_radians(_guest: Guest) -> Solution:
    yield written({**VALUES, "aspect": 1.35})


def conversion(row: Mapping[str, str]) -> dict[str, object]:
    return {"value": float(row["value"]), "from_unit": row["unit"], "to_unit": TARGETS[row["quantity"]]}


def written(values: Mapping[str, float]) -> ToolCall:
    text = io.StringIO()
    rows = [(name, values[name], unit) for name, unit in TARGETS.items()]
    csv.writer(text).writerows([("quantity", "value", "unit"), *rows])
    return ToolCall(name=WRITE, arguments={"path": f"{FOLDER}/station-si.csv", "content": text.getvalue()})
