"""The conformance suite, on guests in memory; tests/guest runs it on real ones."""

import pytest

from controller.guests.fake import create
from controller.guests.provider import GuestOptions
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
