import json

from testbed.actions import ToolCall
from testbed.tasks import Guest, Solution

FOLDER = "/home/user/Documents"
READ = "filesystem_read_text_file"
WRITE = "filesystem_write_file"
TEMPERATURE = "unit_converter_convert_temperature"
LENGTH = "unit_converter_convert_length"
MASS = "unit_converter_convert_mass"
VOLUME = "unit_converter_convert_volume"
TIME = "unit_converter_convert_time"
TITLE = "Aunt Dora's buttermilk cake"


def mcp() -> Solution:
    yield ToolCall(name=READ, arguments={"path": f"{FOLDER}/cake.txt"})
    values = []
    oven = {"value": 325, "from_unit": "fahrenheit", "to_unit": "celsius"}
    seen = yield ToolCall(name=TEMPERATURE, arguments=oven)
    values.append(seen.results[0].text)
    seen = yield ToolCall(name=LENGTH, arguments={"value": 9, "from_unit": "inch", "to_unit": "centimeter"})
    values.append(seen.results[0].text)
    seen = yield ToolCall(name=MASS, arguments={"value": 12.5, "from_unit": "ounce", "to_unit": "gram"})
    values.append(seen.results[0].text)
    for value, unit in ((1.5, "cup"), (2, "teaspoon")):
        volume = {"value": value, "from_unit": unit, "to_unit": "milliliter"}
        seen = yield ToolCall(name=VOLUME, arguments=volume)
        values.append(seen.results[0].text)
    seen = yield ToolCall(name=TIME, arguments={"value": 0.75, "from_unit": "hours", "to_unit": "minutes"})
    values.append(seen.results[0].text)
    yield written(*(round(json.loads(text)["converted_value"]) for text in values))


def wrong_fluid_ounces_for_flour(_guest: Guest) -> Solution:
    yield written(163, 23, 370, 355, 10, 45)


def wrong_imperial_cups(_guest: Guest) -> Solution:
    yield written(163, 23, 354, 426, 10, 45)


def wrong_in_place(_guest: Guest) -> Solution:
    yield written(163, 23, 354, 355, 10, 45, name="cake.txt")


def written(
    oven: int,
    tin: int,
    flour: int,
    buttermilk: int,
    vanilla: int,
    minutes: int,
    *,
    name: str = "cake-metric.txt",
) -> ToolCall:
    lines = [
        f"{TITLE}\n",
        f"Oven: {oven} C",
        f"Tin: {tin} cm wide",
        f"Flour: {flour} g",
        f"Buttermilk: {buttermilk} ml",
        f"Vanilla: {vanilla} ml",
        f"Bake for {minutes} min\n",
    ]
    return ToolCall(name=WRITE, arguments={"path": f"{FOLDER}/{name}", "content": "\n".join(lines)})
