"""The examples in the docstrings of the protocols work, on fake guests."""

from __future__ import annotations

from checkers import Termination
from checkers.base import GuestView
from controller.core.guest import Guest
from controller.guests.fake.provider import FakeProvider
from controller.guests.provider import Provider
from controller.tasks.judged_guest import JudgedGuest
from tests.docstring_examples import run_example


def test_the_example_of_a_provider() -> None:
    names = run_example(Provider)
    assert names["remaining"].exit_code == 1
    assert names["faults"] == []
    assert names["provider"].running == []


def test_the_example_of_a_guest() -> None:
    names = run_example(Guest)
    assert names["text"] == "hello"
    assert "computer.click" in names["tools"]
    assert names["size"] == (1280, 720)
    assert names["screen"].images[0].startswith(b"\x89PNG")


def test_the_example_of_a_checker() -> None:
    check = run_example(GuestView)["check"]
    guest = FakeProvider().start()
    view = JudgedGuest(guest, Termination("success"))
    assert [claim.text for claim in check(view).claims] == ["the note exists"]
    guest.write_file("/home/user/note.txt", b"hello\n")
    assert check(view).value == 1.0
    guest.write_file("/home/user/note.txt.bak", b"hello\n")
    assert check(view).value == 0.0
