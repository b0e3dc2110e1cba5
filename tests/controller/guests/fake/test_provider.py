from __future__ import annotations

import io

import pytest
from PIL import Image

from controller.guests.fake.guest import FakeGuest, Faults
from controller.guests.fake.provider import FakeProvider
from controller.guests.provider import GuestOptions
from testbed.errors import FileTooLargeError, GuestBootError, GuestConnectionError, GuestTimeoutError
from tests.pictures import assert_same_picture, difference


def test_what_is_typed_is_seen_and_saved(fake_guest: FakeGuest) -> None:
    fake_guest.run(["testbed-open", "text_editor", "/home/user/a.txt"], as_user=True)
    before = fake_guest.call_tool("computer.screenshot").images[0]
    fake_guest.call_tool("computer.type", {"text": "hello"})
    fake_guest.call_tool("computer.key", {"keys": ["Return"], "repeat": 2})
    fake_guest.call_tool("computer.key", {"keys": ["BackSpace"]})
    after = fake_guest.call_tool("computer.screenshot").images[0]
    assert difference(before, after) is not None
    title = fake_guest.call_tool("computer.windows").structured
    assert title is not None and title["windows"][0]["title"] == "*a.txt - Text Editor"
    fake_guest.call_tool("computer.click", {"x": 1080, "y": 110})
    assert fake_guest.read_file("/home/user/a.txt") == b"hello\n"


def test_a_zoom_shows_a_region(fake_guest: FakeGuest) -> None:
    fake_guest.run(["testbed-open", "text_editor", "/home/user/a.txt"], as_user=True)
    result = fake_guest.call_tool("computer.zoom", {"x0": 10, "y0": 20, "x1": 110, "y1": 70})
    screen = fake_guest.call_tool("computer.screenshot").images[0]
    with Image.open(io.BytesIO(screen)) as whole:
        assert_same_picture(result.images[0], whole.crop((10, 20, 110, 70)))
    assert fake_guest.call_tool("computer.zoom", {"x0": 9, "y0": 9, "x1": 9, "y1": 9}).is_error


def test_the_keyboard_goes_where_the_focus_is(fake_guest: FakeGuest) -> None:
    fake_guest.run(["testbed-open", "text_editor", "/home/user/a.txt"], as_user=True)
    fake_guest.call_tool("computer.click", {"x": 300, "y": 110})
    fake_guest.call_tool("computer.type", {"text": "lost"})
    fake_guest.call_tool("computer.key", {"keys": ["ctrl", "s"]})
    assert fake_guest.read_file("/home/user/a.txt") == b""
    fake_guest.call_tool("computer.click", {"x": 300, "y": 300})
    fake_guest.call_tool("computer.type", {"text": "received"})
    fake_guest.call_tool("computer.key", {"keys": ["ctrl", "s"]})
    assert fake_guest.read_file("/home/user/a.txt") == b"received"


def test_the_user_cannot_read_or_change_what_is_roots(fake_guest: FakeGuest) -> None:
    fake_guest.write_file("/root/gold.txt", b"gold", owner="root", mode=0o600)
    for argv in (["cat", "/root/gold.txt"], ["rm", "/root/gold.txt"], ["tee", "/etc/passwd"]):
        assert fake_guest.run(argv, as_user=True, check=False).exit_code == 1
    assert fake_guest.call_tool("filesystem_read_text_file", {"path": "/root/gold.txt"}).is_error
    assert fake_guest.run(["cat", "/root/gold.txt"]).text == "gold"


def test_half_a_surrogate_pair_is_an_error_that_says_so(fake_guest: FakeGuest) -> None:
    arguments = {"path": "/home/user/a", "content": "\ud83d"}
    for name, given in (("filesystem_write_file", arguments), ("computer.type", {"text": "\ud83d"})):
        result = fake_guest.call_tool(name, given)
        assert result.is_error and "surrogate" in result.text


def test_faults_happen_when_they_are_told_to() -> None:
    faults = {
        1: Faults(boot_fails=True),
        2: Faults(dies_at_call=2),
        3: Faults(call_seconds=0.2),
        4: Faults(huge_file="/home/user/huge"),
    }
    provider = FakeProvider(GuestOptions(width=640, height=480), faults)
    with pytest.raises(GuestBootError):
        provider.start()
    dying, slow, huge = provider.start(), provider.start(), provider.start()
    assert dying.call_tool("computer.screen_size").structured == {"width": 640, "height": 480}
    with pytest.raises(GuestConnectionError):
        dying.call_tool("computer.screen_size")
    assert "connection lost" in dying.console_tail()
    with pytest.raises(GuestTimeoutError):
        slow.call_tool("computer.screen_size", timeout=0.05)
    with pytest.raises(FileTooLargeError):
        huge.read_file("/home/user/huge")
    provider.close()
    assert provider.running == []
