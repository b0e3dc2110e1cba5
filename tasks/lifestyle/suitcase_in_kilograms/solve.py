import json

from testbed.actions import Terminate, ToolCall
from testbed.tasks import Guest, Solution

CONVERT = "unit_converter_convert_mass"


def mcp() -> Solution:
    weight = {"value": 37.5, "from_unit": "pound", "to_unit": "kilogram"}
    seen = yield ToolCall(name=CONVERT, arguments=weight)
    converted = json.loads(seen.results[0].text)
    yield answer(f"{converted['converted_value']:.2f}")


def also_with_the_unit(_guest: Guest) -> Solution:
    yield answer("17.01 kg")


def wrong_way_round(_guest: Guest) -> Solution:
    yield answer("82.67")


def wrong_rounded_to_kilograms(_guest: Guest) -> Solution:
    yield answer("17")


def answer(text: str) -> Terminate:
    return Terminate(status="success", answer=text)
