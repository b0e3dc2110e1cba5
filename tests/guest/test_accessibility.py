"""What `computer.accessibility` tells of real applications: the words on the screen, where they really are."""

from __future__ import annotations

import io
from collections.abc import Callable, Iterator

import pytest
from PIL import Image

from controller.core.accessibility import Accessibility, Element, parse
from controller.core.guest import HOME, Guest
from controller.episode.desktop import enable_accessibility
from controller.episode.marks import draw_marks, with_marks
from tests.guest.desktops import closed, corner, open_window, windows
from tests.pictures import difference
from tests.waiting import poll

pytestmark = pytest.mark.guest

PAGE = """<!doctype html><meta charset=utf-8><title>start</title>
<style>body{margin:0} *{position:absolute}</style>
<h1 style="left:0;top:0">Order</h1>
<label style="left:0;top:100px">Name <input id=n value="Ada &lt;ä&gt;" style="left:90px;width:200px"></label>
<label style="left:0;top:150px"><input type=checkbox checked style="left:90px"> Gift</label>
<select style="left:0;top:200px"><option>Red<option selected>Blue</select>
<button id=b style="left:0;top:250px;width:160px;height:60px;background:tomato;border:0">Send</button>
<button style="left:200px;top:250px;width:160px" disabled>Refuse</button>
<a href="#x" style="left:0;top:330px">More</a>
<button style="left:0;top:5000px">Far below</button><button hidden>Hidden</button>
<script>b.onclick = () => { document.title = "sent"; };</script>"""


@pytest.fixture(autouse=True, scope="module")
def _on(guest: Guest) -> None:
    enable_accessibility(guest, ("a11y",))


@pytest.fixture(autouse=True)
def closed_windows(guest: Guest) -> Iterator[None]:
    yield
    closed(guest)


def look(guest: Guest, **limits: float) -> Accessibility:
    result = guest.call_tool("computer.accessibility", limits)
    assert not result.is_error, result.text
    return parse(result.structured)


def told(guest: Guest, holds: Callable[[Accessibility], object]) -> Accessibility:
    """What is told once it holds; applications take a moment to tell of a change."""
    seen = poll(lambda: look(guest), lambda seen: bool(holds(seen)))
    assert holds(seen), seen.text(20_000)
    return seen


def find(seen: Accessibility, role: str, name: str = "", text: str = "") -> Element | None:
    return next(
        (e for e in seen.elements if e.role == role and name in e.name and text in e.text),
        None,
    )


def element(guest: Guest, role: str, name: str = "", text: str = "") -> Element:
    seen = told(guest, lambda seen: find(seen, role, name, text))
    found = find(seen, role, name, text)
    assert found is not None
    return found


def click(guest: Guest, found: Element) -> None:
    x, y = found.centre
    result = guest.call_tool("computer.click", {"x": x, "y": y})
    assert not result.is_error, result.text
    guest.call_tool("computer.screenshot", {})


def near(found: Element, x: int, y: int, pixels: int = 3) -> bool:
    return abs(found.x - x) <= pixels and abs(found.y - y) <= pixels


@pytest.mark.core
def test_the_bare_desktop(guest: Guest) -> None:
    seen = told(guest, lambda seen: find(seen, "push button", "LibreOffice Calc"))
    assert find(seen, "menu", "System")
    assert find(seen, "toggle button", "Show Applications")
    assert seen.cut == () and seen.missing == ()
    assert (seen.width, seen.height) == (1280, 720)


@pytest.mark.core
def test_a_page_in_chrome(guest: Guest) -> None:
    guest.write_file(f"{HOME}/page.html", PAGE.encode())
    open_window(guest, "google_chrome", f"file://{HOME}/page.html", title="start")
    seen = told(guest, lambda seen: find(seen, "push button", "Send"))
    entry, box = find(seen, "entry", "Name"), find(seen, "check box", "Gift")
    assert entry is not None and entry.text == "Ada <ä>" and "editable" in entry.states
    assert box is not None and "checked" in box.states
    assert find(seen, "heading", "Order") and find(seen, "link", "More")
    refuse = find(seen, "push button", "Refuse")
    assert refuse is not None and "disabled" in refuse.states
    assert find(seen, "push button", "Far below") is None and find(seen, "push button", "Hidden") is None
    assert find(seen, "entry", "Address and search bar")
    place = poll(lambda: corner(guest, "tomato"), bool)  # told of before it is painted
    send = element(guest, "push button", "Send")
    assert place is not None and near(send, *place) and (send.width, send.height) == (160, 60)
    click(guest, send)
    assert poll(lambda: windows(guest)[0]["title"], lambda title: "sent" in title)


def test_a_browser_started_before_is_named_as_missing(guest: Guest) -> None:
    guest.run(["rm", "-f", "/run/user/1000/testbed/accessibility"])
    open_window(guest, "google_chrome", "about:blank")
    assert told(guest, lambda seen: seen.missing).missing == ("google_chrome",)
    enable_accessibility(guest, ("som",))


def test_cells_of_a_spreadsheet(guest: Guest) -> None:
    guest.write_file(f"{HOME}/sums.csv", "item,sum\nrent,900\nfööd,300\n".encode())
    guest.run(
        [
            "soffice",
            "--headless",
            "--infilter=CSV:44,34,76",
            "--convert-to",
            "ods",
            "--outdir",
            HOME,
            f"{HOME}/sums.csv",
        ],
        as_user=True,
        timeout=120,
    )
    open_window(guest, "libreoffice_calc", f"{HOME}/sums.ods", title="sums.ods")
    cell = element(guest, "table cell", "A3", "fööd")
    click(guest, cell)
    seen = told(guest, lambda seen: "focused" in getattr(find(seen, "table cell", "A3"), "states", ()))
    cells = [e.name for e in seen.elements if e.role == "table cell"]
    assert cells == ["A1", "B1", "A2", "B2", "A3", "B3"]
    click(guest, element(guest, "toggle button", "Bold"))
    told(guest, lambda seen: "checked" in getattr(find(seen, "toggle button", "Bold"), "states", ()))


def test_menus_and_dialogs_of_libreoffice(guest: Guest) -> None:
    open_window(guest, "libreoffice_writer")
    element(guest, "document text")  # keys before it are lost
    guest.call_tool("computer.type", {"text": "Some words"})
    assert element(guest, "paragraph", text="Some words").depth > 0
    click(guest, element(guest, "menu", "Tools"))
    click(guest, element(guest, "menu item", "Word Count"))
    dialog = element(guest, "dialog", "Word Count")
    assert "active" in dialog.states
    label = next(
        (e for e in look(guest).elements if e.role == "label" and e.name == "Words"),
        None,
    )
    assert label is not None and dialog.x < label.x < dialog.x + dialog.width
    click(guest, element(guest, "push button", "Close"))
    told(guest, lambda seen: find(seen, "dialog", "Word Count") is None)


def test_vs_code(guest: Guest) -> None:
    guest.write_file(f"{HOME}/project/notes.md", b"# Title\n")
    open_window(guest, "code", f"{HOME}/project", title="project")
    click(guest, element(guest, "page tab", "Search (Ctrl+Shift+F)"))
    told(guest, lambda seen: "selected" in getattr(find(seen, "page tab", "Search (Ctrl"), "states", ()))
    click(guest, element(guest, "page tab", "Explorer"))
    assert element(guest, "tree item", "notes.md")
    assert element(guest, "menu item", "File")


def test_vlc_and_its_menu(guest: Guest) -> None:
    open_window(guest, "vlc")
    click(guest, element(guest, "menu item", "Tools"))
    click(guest, element(guest, "menu item", "Preferences"))
    title = poll(lambda: [w["title"] for w in windows(guest)], lambda titles: "Simple Preferences" in titles)
    assert "Simple Preferences" in title
    assert element(guest, "check box", "Show systray icon") or title


def test_programs_of_gtk_4(guest: Guest) -> None:
    guest.write_file(f"{HOME}/note.txt", b"first line\n")
    open_window(guest, "text_editor", f"{HOME}/note.txt", title="note.txt")
    text = element(guest, "text", text="first line")
    assert "editable" in text.states
    click(guest, element(guest, "push button", "New tab"))
    assert poll(lambda: windows(guest)[0]["title"], lambda title: "New Document" in title)


def test_the_terminal(guest: Guest) -> None:
    open_window(guest, "terminal")
    guest.call_tool("computer.type", {"text": "echo $((20 + 22))ä\n"})
    assert "42ä" in element(guest, "terminal", text="42ä").text


def test_what_lies_under_another_window_is_left_out(guest: Guest) -> None:
    open_window(guest, "terminal")
    assert element(guest, "terminal")
    open_window(guest, "libreoffice_writer")
    seen = told(guest, lambda seen: find(seen, "toggle button", "Bold"))
    assert find(seen, "terminal") is None


def test_the_overview_hides_the_windows(guest: Guest) -> None:
    open_window(guest, "terminal")
    told(guest, lambda seen: find(seen, "terminal"))
    guest.call_tool("computer.key", {"keys": ["super"]})
    seen = told(guest, lambda seen: find(seen, "terminal") is None)
    assert find(seen, "panel", "Overview") and find(seen, "push button", "Files")
    guest.call_tool("computer.key", {"keys": ["Escape"]})
    told(guest, lambda seen: find(seen, "terminal"))


def test_limits(guest: Guest) -> None:
    open_window(guest, "libreoffice_writer")
    full = told(guest, lambda seen: find(seen, "toggle button", "Bold"))
    few = look(guest, nodes=5)
    assert len(few.elements) == 5 and few.cut == ("nodes",)
    assert "depth" in look(guest, depth=2).cut
    assert look(guest, seconds=0.01).cut == ("seconds",)
    short = look(guest, characters=4)
    assert all(len(e.name) <= 4 and len(e.text) <= 4 for e in short.elements)
    assert len(full.text(2000)) <= 2000 and "left out" in full.text(2000)


def test_an_application_that_does_not_answer_is_named_and_the_others_are_told(guest: Guest) -> None:
    open_window(guest, "text_editor")
    told(guest, lambda seen: find(seen, "push button", "New tab"))
    guest.run(["pkill", "-STOP", "-x", "gnome-text-edit"])
    try:
        seen = look(guest, seconds=20)
    finally:
        guest.run(["pkill", "-CONT", "-x", "gnome-text-edit"])
    assert seen.missing == ("text_editor",)
    assert find(seen, "toggle button", "Show Applications")


def test_marks_are_drawn_where_the_elements_are(guest: Guest) -> None:
    guest.write_file(f"{HOME}/page.html", PAGE.encode())
    open_window(guest, "google_chrome", f"file://{HOME}/page.html", title="start")
    seen = with_marks(told(guest, lambda seen: find(seen, "push button", "Send")))
    send = find(seen, "push button", "Send")
    assert send is not None and send.mark > 0
    picture = guest.call_tool("computer.screenshot", {}).images[0]
    marked = draw_marks(picture, seen)
    edge = (send.x, send.y, send.x + send.width, send.y + 1)
    with Image.open(io.BytesIO(picture)) as before, Image.open(io.BytesIO(marked)) as after:
        assert difference(before.crop(edge), after.crop(edge)) is not None
