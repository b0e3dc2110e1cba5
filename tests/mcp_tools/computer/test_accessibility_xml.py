"""The accessibility tree of applications that a table of answers plays."""

from __future__ import annotations

from xml.etree.ElementTree import Element, fromstring, tostring

from mcp_tools.computer.accessibility_bus import ROOT
from mcp_tools.computer.accessibility_details import read_details
from mcp_tools.computer.accessibility_nodes import MAX_CHILDREN, NodeReader
from mcp_tools.computer.accessibility_questions import state_mask
from mcp_tools.computer.accessibility_xml import NAMESPACE, desktop_element, terminal_text
from tests.mcp_tools.computer.fake_bus import APP, MANY, NUMBERS, SHOWN, FakeBus


def tree(bus: FakeBus) -> Element:
    reader = NodeReader(bus)
    applications = reader.applications()
    reader.fill(applications)
    details = read_details(bus, [node for application in applications for node in application.all()])
    return fromstring(tostring(desktop_element(applications, details), encoding="unicode"))


def attribute(element: Element | None, prefix: str, name: str) -> str | None:
    assert element is not None
    return element.get(f"{{{NAMESPACE}{prefix}}}{name}")


def test_an_element_with_everything() -> None:
    bus = FakeBus()
    answers = {
        "interfaces": ("Text", "Value", "Action", "Image", "Selection"),
        "GetState": (SHOWN | state_mask("manages_descendants"), state_mask("read_only") >> 32),
        "GetAttributes": {"toolkit": "gtk", "no name": "x"},
        "GetExtents": (1, 2, 30, 40),
        "GetText": "some\ufffc text\x01",
        "CurrentValue": 2.5,
        "MaximumValue": 9.0,
        "GetActions": [("Klick", "Clicks", "Alt+K")],
        "GetName": "click it",
    }
    bus.add("/b", "push button", "Save", parent=ROOT, **answers)
    root = tree(bus)
    assert [one.get("name") for one in root] == ["Google Chrome"]
    button = root.find("application/push-button")
    assert button is not None and button.get("name") == "Save" and button.text == "some text"
    assert (
        attribute(button, "state", "manages_descendants") == attribute(button, "state", "read_only") == "true"
    )
    assert attribute(button, "state", "focused") is None
    assert attribute(button, "attributes", "toolkit") == "gtk"
    assert attribute(button, "component", "screencoord") == "(1, 2)"
    assert attribute(button, "component", "size") == "(30, 40)"
    assert button.get("image") == button.get("selection") == "true"
    assert [attribute(button, "value", key) for key in ("value", "min", "max", "step")] == [
        "2.5",
        "0.0",
        "9.0",
        "0.0",
    ]
    assert attribute(button, "action", "click-it_desc") == "Clicks"
    assert attribute(button, "action", "click-it_kb") == "Alt+K"


def test_what_is_not_on_the_screen_has_no_place() -> None:
    bus = FakeBus()
    bus.add("/b", "label", parent=ROOT, GetState=(state_mask("visible"), 0), GetExtents=(1, 2, 3, 4))
    assert attribute(tree(bus).find(".//label"), "component", "size") is None
    assert ("/b", "GetExtents") not in bus.asked


def test_a_role_of_the_applications_own() -> None:
    bus = FakeBus()
    bus.add("/b", "extended", parent=ROOT, GetRoleName="3d view")
    assert tree(bus).find(".//_3d-view") is not None


def test_names_of_actions_are_asked_for_once_where_translations_are_the_same() -> None:
    bus = FakeBus()
    for number in range(5):
        answers = {"interfaces": ("Action",), "GetActions": [("Klick", "", "")], "GetName": "click"}
        bus.add(f"/{number}", "push button", parent=ROOT, **answers, GetKeyBinding=f"F{number}")
    buttons = tree(bus).findall(".//push-button")
    assert [attribute(button, "action", "click_kb") for button in buttons] == [
        f"F{number}" for number in range(5)
    ]
    assert [path for path, key in bus.asked if key == "GetName"] == ["/0"]


def test_names_of_actions_without_a_translation_are_asked_for_each() -> None:
    bus = FakeBus()
    for name in ("press", "open"):
        bus.add(
            f"/{name}",
            "push button",
            parent=ROOT,
            interfaces=("Action",),
            GetActions=[("", "", "")],
            GetName=name,
        )
    first, second = tree(bus).findall(".//push-button")
    assert attribute(first, "action", "press_kb") == attribute(second, "action", "open_kb") == ""


def test_a_text_that_has_no_end_is_asked_for_by_its_length() -> None:
    bus = FakeBus()
    answers = {("GetText", 0, -1): "", ("GetText", 0, 4): "note", "CharacterCount": 4}
    bus.add("/a", "label", parent=ROOT, interfaces=("Text",))
    bus.elements["/a"] |= answers
    bus.add("/b", "label", parent=ROOT, interfaces=("Text",), GetText="", CharacterCount=0)
    assert [label.text for label in tree(bus).iter("label")] == ["note", None]


def test_elements_that_an_application_keeps_ready_are_not_asked_for() -> None:
    bus = FakeBus()
    bus.elements[ROOT]["ChildCount"] = 1
    frame = ((APP, "/f"), (APP, ROOT), (APP, ROOT), 0, 2, (), "Window", NUMBERS["frame"], "", (SHOWN, 0))
    labels = [
        ((APP, f"/{n}"), (APP, ROOT), (APP, "/f"), n, 0, (), f"label {n}", NUMBERS["label"], "", (0, 0))
        for n in (1, 0)
    ]
    bus.elements["/org/a11y/atspi/cache"] = {"GetItems": (frame, *labels)}
    found = tree(bus).find("application/frame")
    assert found is not None and [label.get("name") for label in found] == ["label 0", "label 1"]
    assert not {("/f", "GetRole"), ("/f", "GetChildren"), ("/0", "Name")} & set(bus.asked)


def test_a_parent_among_its_own_children_has_one_place() -> None:
    bus = FakeBus()
    bus.add("/f", "frame", parent=ROOT, GetChildren=[(APP, "/f"), (APP, "/b")], ChildCount=2)
    bus.add("/b", "label")
    assert [[child.tag for child in one] for one in tree(bus).iter("frame")] == [["label"]]


def test_a_list_of_too_many_is_cut() -> None:
    bus = FakeBus()
    bus.add("/l", "list", parent=ROOT, ChildCount=10**6, GetChildAtIndex=None)
    for index in range(MAX_CHILDREN + 5):
        bus.add(f"/{index}", "list item", str(index))
        bus.elements["/l"]["GetChildAtIndex", index] = (APP, f"/{index}")
    names = [item.get("name") for item in tree(bus).iter("list-item")]
    assert names == [str(index) for index in range(MAX_CHILDREN)]


def test_a_large_table_that_is_nowhere_on_the_screen_has_no_cells() -> None:
    bus = FakeBus()
    nowhere = (-(2**31), -(2**31), 1, 1)
    bus.add("/t", "table", parent=ROOT, ChildCount=MANY, GetExtents=nowhere)
    assert tree(bus).findall("application/table/*") == []
    assert ("/t", "GetAccessibleAtPoint") not in bus.asked


def test_the_cells_of_a_spreadsheet_that_are_on_the_screen() -> None:
    bus = FakeBus()
    bus.add("/t", "table", parent=ROOT, GetExtents=(0, 0, 100, 100), ChildCount=MANY)
    bus.elements[ROOT]["ChildCount"] = 1
    corners = {(2, 2): "Y9", (97, 97): "AB10"}
    for corner, name in corners.items():
        bus.elements["/t"]["GetAccessibleAtPoint", *corner, 0] = (APP, f"/{name}")
    for row in (9, 10):
        for number, column in enumerate(("Y", "Z", "AA", "AB"), 24):
            name = f"{column}{row}"
            values = {"CurrentValue": float(row), "MaximumValue": 7.0}
            bus.add(
                f"/{name}", "table cell", name, interfaces=("Value", "Text"), GetText=name.lower(), **values
            )
            bus.elements["/t"]["GetAccessibleAt", row - 1, number] = (APP, f"/{name}")
    cells = list(tree(bus).iter("table-cell"))
    assert [cell.text for cell in cells] == ["y9", "z9", "aa9", "ab9", "y10", "z10", "aa10", "ab10"]
    assert attribute(cells[-1], "value", "value") == "10.0" and attribute(cells[-1], "value", "max") == "7.0"
    assert ("/AB9", "GetRole") not in bus.asked and ("/AB9", "MaximumValue") not in bus.asked


def test_the_terminals_text() -> None:
    bus = FakeBus()
    assert terminal_text(bus) is None
    bus.elements[ROOT]["Name"] = "gnome-terminal-server"
    bus.add("/f", "frame", parent=ROOT, GetState=(SHOWN | state_mask("active"), 0))
    focused = {"GetState": (SHOWN | state_mask("focused"), 0), "GetText": "$ ls\n\n"}
    bus.add("/t", "terminal", parent="/f", interfaces=("Text",), **focused)
    bus.add("/u", "terminal", parent="/f", interfaces=("Text",), GetText="other")
    assert terminal_text(bus) == "$ ls"
