"""What is visible on the screen, of applications that a table of answers plays."""

from __future__ import annotations

from typing import Any

import pytest

from mcp_tools.computer.accessibility_bus import ROOT
from mcp_tools.computer.accessibility_questions import state_mask
from mcp_tools.computer.accessibility_reader import MAX_CHILDREN, Reader
from tests.mcp_tools.computer.fake_bus import APP, MANY, SHOWN, FakeBus

WINDOW = {"x": 100, "y": 50, "width": 400, "height": 300, "title": "Letter", "app": "writer", "pid": 7}
ENABLED = SHOWN | state_mask("enabled", "sensitive")


@pytest.fixture
def bus() -> FakeBus:
    """An application with a window."""
    bus = FakeBus()
    bus.elements[ROOT] |= {"ToolkitName": "gtk", "Name": "app"}
    bus.elements["/org/freedesktop/DBus"] = {"GetConnectionUnixProcessID": 7}
    add(bus, "/w", "frame", "Letter", (100, 50, 400, 300), parent=ROOT)
    return bus


def add(bus: FakeBus, path: str, role: str, name: str, box: tuple[int, ...], **answers: Any) -> None:
    answers.setdefault("parent", "/w")
    bus.add(path, role, name, **{"GetExtents": box, "GetState": (ENABLED, 0), **answers})


def reader(bus: FakeBus, *windows: dict[str, Any], **limits: Any) -> Reader:
    sizes = {"width": 1000, "height": 800, "scale": 1, "popups": [], "windows": windows or [WINDOW]}
    limits = {"seconds": 5.0, "characters": 50, "depth": 20, "nodes": 100, **limits}
    return Reader(bus, {**sizes, **limits})


def listed(one: Reader) -> list[tuple[int, str, str, str]]:
    return [(node.depth, node.role, node.name, node.text) for node in one.read()]


def test_what_shows_is_listed_with_its_text(bus: FakeBus) -> None:
    add(bus, "/b", "push button", "Save", (110, 60, 50, 20))
    add(bus, "/hidden", "push button", "No", (110, 60, 50, 20), GetState=(state_mask("visible"), 0))
    add(bus, "/e", "entry", "Name", (110, 90, 99, 20), interfaces=("Text",), CharacterCount=3, GetText="Ada")
    add(bus, "/s", "slider", "Size", (110, 120, 99, 20), CurrentValue=2.5)
    add(
        bus,
        "/c",
        "combo box",
        "",
        (110, 150, 99, 20),
        interfaces=("Selection",),
        GetSelectedChild=(APP, "/i"),
    )
    add(bus, "/i", "menu item", "Arial", (0, 0, 0, 0), parent="/c")
    add(bus, "/h", "icon", "", (110, 180, 20, 20), Description="Help")
    found = listed(reader(bus))
    assert found[0] == (0, "frame", "Letter", "")
    assert (1, "push button", "Save", "") in found
    assert (1, "entry", "Name", "Ada") in found
    assert (1, "slider", "Size", "2.5") in found
    assert (1, "combo box", "", "Arial") in found or (1, "combo box", "Arial", "") in found
    assert (1, "icon", "Help", "") in found
    assert not [entry for entry in found if "No" in entry]


def test_a_level_is_asked_in_few_rounds(bus: FakeBus) -> None:
    rounds = 0
    ask = bus.ask

    def counting(questions: Any) -> list[Any]:
        nonlocal rounds
        rounds += 1
        return ask(questions)

    bus.ask = counting  # type: ignore[method-assign]
    for index in range(300):
        add(bus, f"/{index}", "push button", f"b {index}", (110, 60, 50, 20))
    assert len(listed(reader(bus, nodes=1000))) == 301
    assert rounds < 15


def test_a_window_that_another_covers_is_left_out(bus: FakeBus) -> None:
    over = {**WINDOW, "x": 0, "y": 0, "width": 1000, "height": 800, "title": "Other", "pid": 8}
    assert listed(reader(bus, over, WINDOW)) == []


def test_of_a_large_table_the_cells_on_the_screen_with_content_are_read(bus: FakeBus) -> None:
    add(bus, "/t", "table", "Sheet", (100, 100, 200, 100), ChildCount=MANY, interfaces=("Table",))
    table = bus.elements["/t"]
    table["GetAccessibleAtPoint", 102, 102, 0] = (APP, "/A2")
    table["GetAccessibleAtPoint", 297, 197, 0] = (APP, "/B3")
    for row, column, name, text in (
        (1, 0, "A2", "tea"),
        (1, 1, "B2", ""),
        (2, 0, "A3", ""),
        (2, 1, "B3", "4"),
    ):
        table["GetAccessibleAt", row, column] = (APP, f"/{name}")
        bus.add(f"/{name}", "table cell", name, GetExtents=(100, 100, 50, 20), CharacterCount=len(text))
        bus.elements[f"/{name}"] |= {"GetText": text, "GetInterfaces": ["org.a11y.atspi.Text"]}
    cells = [(name, text) for _, role, name, text in listed(reader(bus)) if role == "table cell"]
    assert cells == [("A2", "tea"), ("B3", "4")]


def test_limits_are_named(bus: FakeBus) -> None:
    for index in range(MAX_CHILDREN + 2):
        add(bus, f"/{index}", "push button", f"b {index}", (110, 60, 50, 20))
        bus.elements["/w"]["GetChildAtIndex", index] = (APP, f"/{index}")
    one = reader(bus, depth=1, nodes=10)
    assert len(one.read()) == 10
    assert one.cut == {"nodes", "depth", f"{MAX_CHILDREN} children of a frame"}
    late = reader(bus, seconds=-1.0)
    assert late.read() == [] and late.cut == {"seconds"}


def test_an_application_without_answers_is_missing(bus: FakeBus) -> None:
    bus.silent = {APP}
    one = reader(bus)
    assert one.read() == [] and one.missing == {"writer"}


def test_the_boxes_of_gtk_4_are_relative_to_its_window(bus: FakeBus) -> None:
    bus.elements[ROOT]["ToolkitName"] = "GTK"
    add(bus, "/b", "push button", "Save", (10, 20, 50, 20))
    (node,) = (node for node in reader(bus).read() if node.name == "Save")
    assert node.box == (110, 70, 50, 20)


def test_office_forgets_the_menu_bar_above_its_root_pane(bus: FakeBus) -> None:
    bus.elements[ROOT] |= {"Name": "soffice"}
    add(bus, "/p", "root pane", "", (0, -30, 400, 270))
    add(bus, "/b", "push button", "Bold", (5, 0, 20, 20), parent="/p")
    add(bus, "/g", "push button", "Native", (120, 90, 20, 20), parent="/p", GetAttributes={"toolkit": "gtk"})
    boxes = {node.name: node.box for node in reader(bus).read()}
    assert boxes["Bold"] == (105, 80, 20, 20) and boxes["Native"] == (120, 90, 20, 20)
