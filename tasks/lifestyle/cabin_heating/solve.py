import json

from testbed.actions import Terminate, ToolCall
from testbed.tasks import Guest, Solution

POWER = "unit_converter_convert_power"
TIME = "unit_converter_convert_time"
ENERGY = "unit_converter_convert_energy"
CALCULATE = "calculator_calculate"


def mcp() -> Solution:
    power = {"value": 20500, "from_unit": "Btu per hour", "to_unit": "kilowatt"}
    seen = yield ToolCall(name=POWER, arguments=power)
    kilowatts = round(json.loads(seen.results[0].text)["converted_value"], 2)
    time = {"value": 3, "from_unit": "fortnights", "to_unit": "hours"}
    seen = yield ToolCall(name=TIME, arguments=time)
    hours = json.loads(seen.results[0].text)["converted_value"]
    gas = {"value": 40, "from_unit": "therm", "to_unit": "kilowatt hour"}
    seen = yield ToolCall(name=ENERGY, arguments=gas)
    energy = json.loads(seen.results[0].text)["converted_value"]
    seen = yield ToolCall(name=CALCULATE, arguments={"expression": f"{kilowatts}/2*{hours}*0.34"})
    yield answer(f"{round(float(seen.results[0].text))}; {round(energy)}")


def also_with_commas(_guest: Guest) -> Solution:
    yield answer("1,030; 1,172")


def wrong_full_power(_guest: Guest) -> Solution:
    yield answer("2060; 1172")


def wrong_other_order(_guest: Guest) -> Solution:
    yield answer("1172; 1030")


def wrong_therm_as_megajoules(_guest: Guest) -> Solution:
    yield answer("1030; 4220")


def answer(text: str) -> Terminate:
    return Terminate(status="success", answer=text)
