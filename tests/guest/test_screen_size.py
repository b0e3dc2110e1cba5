"""Guests with other screens than the usual one: its size, how large applications draw, and where clicks go."""

from __future__ import annotations

import io
import re
from collections.abc import Iterator

import pytest
from PIL import Image

from controller.core.guest import HOME, Guest
from controller.episode.desktop import enable_accessibility
from controller.guests.nspawn import create
from controller.guests.provider import GuestOptions
from controller.runs.guest_options import guest_options
from tests.guest.desktops import closed, corner, open_window, windows
from tests.guest.test_accessibility import click, element, near
from tests.waiting import poll

pytestmark = pytest.mark.guest

PAGE = """<!doctype html><meta charset=utf-8><title>start</title><style>body{margin:0} *{position:absolute}</style>
<button style="left:40px;top:50px;width:160px;height:60px;background:tomato;border:0">Send</button>
<script>addEventListener("click", event =>
    document.title = `at ${event.clientX},${event.clientY} of ${devicePixelRatio}`);</script>"""
TEXT_EDITOR = (700, 520)
"""Size of its window at scale 1."""
TOP_BAR = 32
"""Height of GNOME's top bar at scale 1."""


@pytest.fixture(
    scope="module",
    params=[
        pytest.param(("1920x1080", 1), id="1920x1080"),
        pytest.param(("", 2), id="scale 2", marks=pytest.mark.core),
        pytest.param(("1920x1080", 2), id="1920x1080 at scale 2"),
        pytest.param(("800x600", 1), id="800x600"),
    ],
)
def options(request: pytest.FixtureRequest) -> GuestOptions:
    return guest_options("demo", screen=request.param[0], scale=request.param[1])


@pytest.fixture(scope="module")
def guest(options: GuestOptions) -> Iterator[Guest]:
    provider = create(options)
    try:
        guest = provider.start()
        enable_accessibility(guest, ("a11y",))
        yield guest
    finally:
        provider.close()


@pytest.fixture(autouse=True)
def closed_windows(guest: Guest) -> Iterator[None]:
    yield
    closed(guest)


def test_it_has_the_size_and_the_scale(guest: Guest, options: GuestOptions) -> None:
    size = (options.width, options.height)
    monitor = guest.run(["xrandr", "--current"], as_user=True).text
    assert re.search(rf"connected primary {size[0]}x{size[1]}\+0\+0", monitor), monitor
    result = guest.call_tool("computer.screenshot", {})
    assert Image.open(io.BytesIO(result.images[0])).size == size
    assert guest.call_tool("computer.screen_size", {}).structured == {"width": size[0], "height": size[1]}
    bar = element(guest, "menu", "System")
    assert (bar.y, bar.height, bar.x + bar.width) == (0, TOP_BAR * options.scale, size[0])


def test_an_application_of_gnome_draws_as_large_as_it_should(guest: Guest, options: GuestOptions) -> None:
    window = open_window(guest, "text_editor")
    expected = tuple(options.scale * side for side in TEXT_EDITOR)
    fits = options.height >= 2 * options.scale * TEXT_EDITOR[1]
    assert not fits or (window["width"], window["height"]) == expected
    button = element(guest, "push button", "Close")
    assert window["x"] < button.x < button.x + button.width < window["x"] + window["width"]
    click(guest, button)
    assert poll(lambda: windows(guest), lambda opened: not opened) == []


def test_a_mark_in_a_page_is_clicked_where_it_is(guest: Guest, options: GuestOptions) -> None:
    guest.write_file(f"{HOME}/page.html", PAGE.encode())
    open_window(guest, "google_chrome", f"file://{HOME}/page.html", title="start")
    place = poll(lambda: corner(guest, "tomato"), bool)
    assert place is not None
    send = element(guest, "push button", "Send")
    assert near(send, *place)
    assert (send.width, send.height) == (160 * options.scale, 60 * options.scale)
    x, y = place[0] + 20 * options.scale, place[1] + 10 * options.scale
    guest.call_tool("computer.click", {"x": x, "y": y})
    told = f"at 60,60 of {options.scale}"
    assert poll(lambda: windows(guest)[0]["title"], lambda title: told in title).startswith(told)


def test_an_office_document_is_told_of_where_it_is(guest: Guest, options: GuestOptions) -> None:
    window = open_window(guest, "libreoffice_calc")
    tab = element(guest, "page tab", "Sheet1")
    assert window["y"] + window["height"] - 60 * options.scale < tab.y < window["y"] + window["height"]
    guest.call_tool("computer.click", {"x": tab.centre[0], "y": tab.centre[1], "count": 2})
    assert poll(lambda: [w for w in windows(guest) if w["title"] == "Rename Sheet"], bool)
