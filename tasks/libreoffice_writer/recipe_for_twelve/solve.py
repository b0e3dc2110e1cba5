import re
from collections.abc import Mapping

from testbed.actions import Key, ToolCall, TypeText
from testbed.tasks import Guest, Solution, save_in_libreoffice

WRITER = "osworld_mcp_libreoffice_writer"
SAVE = ToolCall(name=f"{WRITER}.save")
LINES = {
    "600 g potatoes": "1800 g potatoes",
    "3 leeks": "9 leeks",
    "250 ml milk": "750 ml milk",
    "2 eggs": "6 eggs",
    "80 g cheese": "240 g cheese",
    "1 clove of garlic": "3 cloves of garlic",
    "half a teaspoon of nutmeg": "1.5 teaspoons of nutmeg",
}


def mcp() -> Solution:
    seen = yield ToolCall(name=f"{WRITER}.env_info")
    assert all(line in seen.results[0].text for line in LINES), seen.results[0].text
    yield from replace(LINES)
    yield SAVE


def gui() -> Solution:
    """Type over the number of people, then over each ingredient."""
    yield from find("For 4 people")
    yield TypeText(text="For 12 people")
    for line, new in LINES.items():
        yield from find(line)
        yield TypeText(text=new)
    yield from save_in_libreoffice()


def find(text: str) -> Solution:
    """Choose the first place with the text."""
    yield Key(keys=("ctrl", "Home"))
    yield Key(keys=("ctrl", "f"))
    yield TypeText(text=f"{text}\n")
    yield Key(keys=("Escape",))


def also_in_kilograms(_guest: Guest) -> Solution:
    yield from replace({**LINES, "600 g potatoes": "1.8 kg potatoes"})
    yield SAVE


def wrong_number_of_people_forgotten(_guest: Guest) -> Solution:
    yield from replace(LINES, people=4)
    yield SAVE


def wrong_times_twelve(_guest: Guest) -> Solution:
    twelve = ("7200 g potatoes", "36 leeks", "3000 ml milk", "24 eggs", "960 g cheese")
    yield from replace(dict(zip(LINES, (*twelve, *tuple(LINES.values())[5:]), strict=True)))
    yield SAVE


def wrong_oven_three_times_as_hot(_guest: Guest) -> Solution:
    yield from replace({**LINES, "180 °C": "540 °C"})
    yield SAVE


def wrong_not_saved(_guest: Guest) -> Solution:
    yield from replace(LINES)


def replace(lines: Mapping[str, str], people: int = 12) -> Solution:
    yield replacement("For 4 people", f"For {people} people")
    for line, new in lines.items():
        yield replacement(line, new)


def replacement(text: str, new: str) -> ToolCall:
    arguments = {"pattern": re.escape(text).replace(r"\ ", " "), "replacement": new}
    return ToolCall(name=f"{WRITER}.find_and_replace", arguments=arguments)
