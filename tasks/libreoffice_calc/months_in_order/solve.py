from testbed.actions import Click, Key, ToolCall
from testbed.tasks import Guest, Solution, act_until, in_front, save_in_libreoffice

CALC = "osworld_mcp_libreoffice_calc"
MOVE = Click(x=783, y=619)
"""The dialog's button; Return does not press it while its list has the keyboard."""
SAVE = ToolCall(name=f"{CALC}.save")
PRESENT = ("April", "February", "January", "June", "March", "May", "Half-year")
ORDER = ("Half-year", "January", "February", "March", "April", "May", "June")


def mcp() -> Solution:
    yield ToolCall(name=f"{CALC}.get_workbook_info")
    yield from order(ORDER)
    yield SAVE


def gui() -> Solution:
    """Go from tab to tab; move each sheet to its place by the dialog of the Sheet menu."""
    names = list(PRESENT)
    shown = 0
    for place, name in enumerate(ORDER):
        there = names.index(name)
        if there == place:
            continue
        key = "Page_Down" if there > shown else "Page_Up"
        if there != shown:
            yield Key(keys=("ctrl", key), repeat=abs(there - shown))
        yield Key(keys=("alt", "s"))
        yield from act_until(Key(keys=("m",)), in_front("Move/Copy Sheet"))
        yield Key(keys=("Tab",), repeat=2)
        yield Key(keys=("Home",))
        if place:
            yield Key(keys=("Down",), repeat=place)
        yield from act_until(MOVE, in_front("reading_room.xlsx"))
        names.insert(place, names.pop(there))
        shown = place
    yield from save_in_libreoffice()


def also_from_the_right(_guest: Guest) -> Solution:
    for name in ORDER:
        yield move(name, len(ORDER))
    yield SAVE


def wrong_half_year_last(_guest: Guest) -> Solution:
    yield from order(ORDER[1:])
    yield SAVE


def wrong_texts_of_the_tabs_only(_guest: Guest) -> Solution:
    """Rename the tabs and leave the contents where they are."""
    for place, name in enumerate(PRESENT):
        yield rename(name, f"sheet {place}")
    for place, name in enumerate(ORDER):
        yield rename(f"sheet {place}", name)
    yield SAVE


def wrong_march_forgotten(_guest: Guest) -> Solution:
    yield from order(("Half-year", "January", "February", "April", "May", "June"))
    yield SAVE


def wrong_not_saved(_guest: Guest) -> Solution:
    yield from order(ORDER)


def order(names: tuple[str, ...]) -> Solution:
    for place, name in enumerate(names, start=1):
        yield move(name, place)


def move(name: str, place: int) -> ToolCall:
    return ToolCall(name=f"{CALC}.reorder_sheets", arguments={"sheet_name": name, "position": place})


def rename(old: str, new: str) -> ToolCall:
    return ToolCall(name=f"{CALC}.rename_sheet", arguments={"old_name": old, "new_name": new})
