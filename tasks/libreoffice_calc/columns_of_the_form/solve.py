from testbed.actions import Key, ToolCall, TypeText
from testbed.tasks import Guest, Solution, save_in_libreoffice

CALC = "osworld_mcp_libreoffice_calc"
SAVE = ToolCall(name=f"{CALC}.save")
ORDER = ("Botanical name", "Common name", "Height in cm", "Found on", "Collector", "Pot")
PRESENT = "DBECFA"
"""The letters that these columns have at first."""


def mcp() -> Solution:
    """The form is read on the screen."""
    yield from look()
    yield reorder(PRESENT)
    yield SAVE


def gui() -> Solution:
    """Cut each column and paste it to the right of the list; then cut all, and paste them at the left."""
    yield from look()
    for letter, free in zip(PRESENT, "HIJKLM", strict=True):
        yield from move(f"{letter}1:{letter}7", f"{free}1")
    yield from move("H1:M7", "A1")
    yield from save_in_libreoffice()


def look() -> Solution:
    yield Key(keys=("ctrl", "Page_Down"))
    yield Key(keys=("ctrl", "Page_Up"))


def move(cells: str, place: str) -> Solution:
    yield from go_to(cells)
    yield Key(keys=("ctrl", "x"))
    yield from go_to(place)
    yield Key(keys=("ctrl", "v"))


def go_to(cells: str) -> Solution:
    """Through the field that names the cells."""
    yield Key(keys=("ctrl", "shift", "t"))
    yield TypeText(text=f"{cells}\n")


def wrong_headings_alone(_guest: Guest) -> Solution:
    for letter, title in zip("ABCDEF", ORDER, strict=True):
        arguments = {"cell": f"{letter}1", "value": title}
        yield ToolCall(name=f"{CALC}.set_cell_value", arguments=arguments)
    yield SAVE


def wrong_first_two_exchanged(_guest: Guest) -> Solution:
    yield reorder("BDECFA")
    yield SAVE


def wrong_pot_left_in_front(_guest: Guest) -> Solution:
    yield reorder("ADBECF")
    yield SAVE


def wrong_not_saved(_guest: Guest) -> Solution:
    yield reorder(PRESENT)


def reorder(letters: str) -> ToolCall:
    return ToolCall(name=f"{CALC}.reorder_columns", arguments={"column_order": list(letters)})
