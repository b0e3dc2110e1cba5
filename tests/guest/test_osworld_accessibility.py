"""OSWorld's XML of the accessibility tree: of real applications, what libatspi tells of them one question at a time."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from xml.etree import ElementTree

import pytest

from controller.core.guest import HOME, Guest
from controller.episode.desktop import enable_accessibility
from plugins.osworld.tasks.accessibility import accessibility_xml
from tests.guest.desktops import closed, open_window
from tests.waiting import poll

pytestmark = pytest.mark.guest

REFERENCE = Path(__file__).with_name("atspi_reference.py")
PYTHON = ("env", "PYTHONPATH=/opt/testbed", "/opt/testbed/venv/bin/python", "-P")
NAMES = {"st": "https://accessibility.ubuntu.example.org/ns/state"}
PAGE = """<!doctype html><meta charset=utf-8><title>start</title><h1>Order</h1>
<label>Name <input value="Ada &lt;ä&gt;"></label><label><input type=checkbox checked> Gift</label>
<select><option>Red<option selected>Blue</select><button>Send</button><a href="#x">More</a>
<input type=range value=3 max=9><table><tr><th>a<th>b<tr><td>1<td>2</table>"""


@pytest.fixture(autouse=True, scope="module")
def _on(osworld_guest: Guest) -> None:
    enable_accessibility(osworld_guest, ("a11y",))


@pytest.fixture(autouse=True)
def closed_windows(osworld_guest: Guest) -> Iterator[None]:
    yield
    closed(osworld_guest)


def read(guest: Guest, application: str) -> ElementTree.Element | None:
    return ElementTree.fromstring(accessibility_xml(guest)).find(f"application[@name='{application}']")


def read_by_libatspi(guest: Guest, *applications: str) -> ElementTree.Element | None:
    command = [*PYTHON, "-", *applications]
    result = guest.run(command, as_user=True, stdin=REFERENCE.read_bytes(), timeout=120 * guest.slowness)
    return ElementTree.fromstring(result.stdout).find("application")


def lines(element: ElementTree.Element | None, depth: int = 0) -> Iterator[str]:
    if element is not None:
        yield f"{'  ' * depth}{element.tag} {sorted(element.attrib.items())} {element.text!r}"
        for child in element:
            yield from lines(child, depth + 1)


def compared(guest: Guest, application: str, *names: str) -> ElementTree.Element:
    """The application's tree, once both ways to read it agree and it holds elements of these names."""

    def differences() -> list[str]:
        tree = read(guest, application)
        if tree is None or any(tree.find(f".//*[@name='{name}']") is None for name in names):
            return ["not there yet"]
        expected = list(lines(read_by_libatspi(guest, application, "Chromium")))
        found = list(lines(tree))
        return [] if found == expected else sorted(set(found) ^ set(expected)) or ["the order"]

    left = poll(differences, lambda left: not left, seconds=90)
    assert not left, "\n".join(left[:20])
    tree = read(guest, application)
    assert tree is not None
    return tree


def test_a_sheet(osworld_guest: Guest) -> None:
    rows = "\n".join(f"item {row},{row * 1.5},=B{row}*2" for row in range(1, 60))
    osworld_guest.write_file(f"{HOME}/items.csv", rows.encode())
    convert = ["soffice", "--headless", "--infilter=CSV:44,34,76", "--convert-to", "ods", "--outdir", HOME]
    osworld_guest.run([*convert, f"{HOME}/items.csv"], as_user=True, timeout=120)
    open_window(osworld_guest, "libreoffice_calc", f"{HOME}/items.ods", title="items.ods")
    tree = compared(osworld_guest, "soffice", "A5")
    cells = {cell.get("name"): cell for cell in tree.iter("table-cell")}
    assert cells["A5"].text == "item 5" and cells["B2"].text == "3"
    assert cells["A5"].get(f"{{{NAMES['st']}}}showing") == "true"
    assert len(cells) > 150
    assert len(list(tree.iter("menu-item"))) > 500


def test_a_page(osworld_guest: Guest) -> None:
    osworld_guest.write_file(f"{HOME}/page.html", PAGE.encode())
    open_window(osworld_guest, "google_chrome", f"file://{HOME}/page.html", title="start")
    tree = compared(osworld_guest, "Google Chrome", "Send", "Order")
    assert [entry.text for entry in tree.iter("entry") if entry.get("name") == "Name"] == ["Ada <ä>"]


def test_vs_code(osworld_guest: Guest) -> None:
    osworld_guest.write_file(f"{HOME}/project/notes.md", b"# Title\n")
    open_window(osworld_guest, "code", f"{HOME}/project", title="project")
    compared(osworld_guest, "Google Chrome", "notes.md")


def test_files(osworld_guest: Guest) -> None:
    open_window(osworld_guest, "files")
    compared(osworld_guest, "org.gnome.Nautilus")


def test_an_editor_of_gtk_4(osworld_guest: Guest) -> None:
    osworld_guest.write_file(f"{HOME}/note.txt", b"first line\n")
    open_window(osworld_guest, "text_editor", f"{HOME}/note.txt", title="note.txt")
    tree = compared(osworld_guest, "gnome-text-editor")
    assert "note.txt" in [label.text for label in tree.iter("label")]


def test_vlc_which_has_no_connection_of_its_own(osworld_guest: Guest) -> None:
    open_window(osworld_guest, "vlc")
    compared(osworld_guest, "vlc", "Media")


def test_an_application_that_does_not_answer_is_left_out(osworld_guest: Guest) -> None:
    open_window(osworld_guest, "terminal")
    assert (
        poll(lambda: read(osworld_guest, "gnome-terminal-server"), lambda tree: tree is not None) is not None
    )
    osworld_guest.run(["pkill", "-STOP", "gnome-terminal-"])
    try:
        assert read(osworld_guest, "gnome-terminal-server") is None
        assert read(osworld_guest, "gnome-shell") is not None
    finally:
        osworld_guest.run(["pkill", "-CONT", "gnome-terminal-"])


def test_the_names_of_roles_and_states(osworld_guest: Guest) -> None:
    program = b"""
import gi
gi.require_version("Atspi", "2.0")
from gi.repository import Atspi
from mcp_tools.computer.accessibility_names import ROLES, STATES, TABLE, TERMINAL
for number, name in ROLES.items():
    assert Atspi.role_get_name(Atspi.Role(number)) == name, (number, name)
for number, name in enumerate(STATES):
    assert Atspi.StateType(number).value_nick.replace("-", "_") == name, (number, name)
assert (ROLES[TABLE], ROLES[TERMINAL]) == ("table", "terminal")
"""
    osworld_guest.run([*PYTHON, "-"], as_user=True, stdin=program)
