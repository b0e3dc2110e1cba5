from collections.abc import Mapping

from testbed.actions import Key, ToolCall, TypeText
from testbed.tasks import Guest, Solution, act_until, in_front, save_in_libreoffice

IMPRESS = "osworld_mcp_libreoffice_impress"
SAVE = ToolCall(name=f"{IMPRESS}.save")
SWITCH = Key(keys=("alt", "Tab"))
SECOND_FLOOR = 3
MOVED = {201: "Berg", 202: "free", 204: "Okafor", 205: "Sand", 207: "Marsh", 208: "Pereira"}
"""The rooms whose text changes. Room 201 is the box after the title."""


def mcp() -> Solution:
    arguments: dict[str, object] = {"sheet_name": "2026"}
    seen = yield ToolCall(name="osworld_mcp_libreoffice_calc.env_info", arguments=arguments)
    assert "Sand" in seen.results[0].text, seen.results[0].text
    yield ToolCall(name=f"{IMPRESS}.env_info", arguments={"page_indices": [SECOND_FLOOR]})
    yield from write(MOVED)
    yield SAVE


def gui() -> Solution:
    """Look at the list of 2026; then go from box to box and type over the texts that change."""
    yield from act_until(SWITCH, in_front("rooms.xlsx"))
    yield Key(keys=("ctrl", "Page_Down"))
    yield from act_until(SWITCH, in_front("floors.pptx"))
    yield Key(keys=("Page_Down",), repeat=SECOND_FLOOR - 1)
    chosen = -1
    for number, name in MOVED.items():
        yield Key(keys=("Tab",), repeat=box(number) - chosen)
        chosen = box(number)
        yield Key(keys=("F2",))
        yield Key(keys=("ctrl", "a"))
        yield TypeText(text=f"{number}: {name}")
        yield Key(keys=("Escape",))
    yield Key(keys=("Escape",))
    yield from save_in_libreoffice()


def wrong_empty_room_kept(_guest: Guest) -> Solution:
    yield from write({number: name for number, name in MOVED.items() if name != "free"})
    yield SAVE


def wrong_number_lost(_guest: Guest) -> Solution:
    yield from write(MOVED)
    yield text(205, "Sand")
    yield SAVE


def wrong_newcomer_forgotten(_guest: Guest) -> Solution:
    yield from write({**MOVED, 205: "free"})
    yield SAVE


def wrong_not_saved(_guest: Guest) -> Solution:
    yield from write(MOVED)


def write(names: Mapping[int, str]) -> Solution:
    for number, name in names.items():
        yield text(number, f"{number}: {name}")


def text(number: int, content: str) -> ToolCall:
    arguments = {"content": content, "page_index": SECOND_FLOOR, "box_index": box(number)}
    return ToolCall(name=f"{IMPRESS}.write_text", arguments=arguments)


def box(number: int) -> int:
    return number - 200
