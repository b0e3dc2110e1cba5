"""What the doctor reports about CRIU: none keeps guests from running."""

from __future__ import annotations

import pytest

from controller.guests.doctor import frozen as doctor_frozen
from controller.guests.doctor.frozen import check_criu
from controller.guests.frozen.criu import Criu
from testbed.errors import GuestError


def test_a_criu_that_is_new_enough(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(doctor_frozen, "find_criu", lambda: Criu(("criu",), (4, 2)))
    finding = check_criu()
    assert (finding.status, finding.found) == ("ok", "criu 4.2: guests can be thawed")


def test_without_criu_the_version_that_the_kernel_needs_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(doctor_frozen, "find_criu", lambda: None)
    monkeypatch.setattr("platform.release", lambda: "6.18.1")
    finding = check_criu()
    assert finding.status == "warn" and "--provider frozen fetches Debian's" in finding.found
    assert finding.remedy.endswith("install criu 4.2 or newer")


def test_a_criu_that_does_not_run(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail() -> None:
        raise GuestError("criu names no version", hint="install another")

    monkeypatch.setattr(doctor_frozen, "find_criu", fail)
    finding = check_criu()
    assert (finding.status, finding.found, finding.remedy) == (
        "warn",
        "criu names no version",
        "install another",
    )
