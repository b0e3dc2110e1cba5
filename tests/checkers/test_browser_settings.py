from __future__ import annotations

import json

import pytest

from checkers.browser import PROFILE
from checkers.browser_settings import preference_is
from checkers.evidence import Unusable
from tests.checkers.guests import FileGuest


def guest(secure: bytes = b"{}", **plain: object) -> FileGuest:
    files = {"Secure Preferences": secure, "Preferences": json.dumps(plain).encode()}
    return FileGuest({f"{PROFILE}/Default/{name}": data for name, data in files.items()})


def test_a_preference_is_in_one_of_two_files() -> None:
    present = guest(b'{"homepage": "http://a.example.test/"}', browser={"show_home_button": True})
    assert preference_is(present, "homepage", "http://a.example.test/").holds
    assert preference_is(present, "browser.show_home_button", True).holds
    assert not preference_is(present, "browser.show_home_button", 1).holds
    assert not preference_is(present, "browser.show_home_button.deeper", True).holds


def test_a_preference_that_is_not_there_has_its_default() -> None:
    assert preference_is(guest(), "bookmark_bar.show_on_all_tabs", False, default=False).holds
    assert not preference_is(guest(), "bookmark_bar.show_on_all_tabs", False).holds


@pytest.mark.parametrize("data", [b"", b"[]", b"\xff", b"[" * 100_000])
def test_damaged_preferences_are_a_failed_claim(data: bytes) -> None:
    claim = preference_is(guest(data), "homepage", "http://a.example.test/")
    assert not claim.holds
    assert Unusable.__name__ not in claim.found
    assert "well-formed" in claim.found


def test_missing_preferences_are_a_failed_claim() -> None:
    assert not preference_is(FileGuest(), "homepage", None).holds
