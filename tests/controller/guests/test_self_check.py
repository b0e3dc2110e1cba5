"""The conformance suite, on guests in memory; tests/guest runs it on real ones."""

from __future__ import annotations

from threading import Lock

import pytest

from controller.core.guest import Guest
from controller.guests.fake import create
from controller.guests.fake.provider import FakeProvider
from controller.guests.provider import DESKTOP, GuestOptions
from controller.guests.self_check import (
    GUEST_CHECKS,
    PROVIDER_CHECKS,
    GuestCheck,
    ProviderCheck,
    self_check,
)


@pytest.mark.parametrize("check", GUEST_CHECKS, ids=lambda check: check.__name__)
def test_fake_guest_conforms(check: GuestCheck) -> None:
    provider = create(GuestOptions())
    check(provider.start())


@pytest.mark.parametrize("check", PROVIDER_CHECKS, ids=lambda check: check.__name__)
def test_fake_provider_conforms(check: ProviderCheck) -> None:
    check(create(GuestOptions()))


def test_self_check_runs_all_and_reports_faults() -> None:
    provider = create(GuestOptions())
    results = self_check(provider)
    assert [result.name for result in results] == [
        check.__name__ for check in (*GUEST_CHECKS, *PROVIDER_CHECKS)
    ]
    assert [result for result in results if result.fault] == []
    assert provider.running == []


_ONE_AT_A_TIME = Lock()


class KeepsState(FakeProvider):
    def reset(self, guest: Guest, snapshot: str = DESKTOP) -> Guest:
        return guest


class SharesOneGuest(FakeProvider):
    def start(self, snapshot: str = DESKTOP) -> Guest:
        with _ONE_AT_A_TIME:
            return next(iter(self._guests.values()), None) or super().start(snapshot)


class LeavesGuestsRunning(FakeProvider):
    def stop(self, guest: Guest) -> None:
        pass


class StartsDesktopsOnly(FakeProvider):
    def start(self, snapshot: str = DESKTOP) -> Guest:
        return super().start()


class ResetsToDesktopsOnly(FakeProvider):
    def reset(self, guest: Guest, snapshot: str = DESKTOP) -> Guest:
        return super().reset(guest)


@pytest.mark.parametrize(
    ("broken", "found_by"),
    [
        (KeepsState, "resets_to_the_image"),
        (SharesOneGuest, "isolates_guests"),
        (LeavesGuestsRunning, "stops_for_good"),
        (StartsDesktopsOnly, "starts_without_a_desktop"),
        (ResetsToDesktopsOnly, "starts_without_a_desktop"),
    ],
)
def test_a_broken_provider_is_found(broken: type[FakeProvider], found_by: str) -> None:
    assert found_by in [result.name for result in self_check(broken()) if result.fault]
