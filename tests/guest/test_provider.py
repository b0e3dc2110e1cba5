"""The conformance suite on real guests."""

import pytest

from controller.core.guest import Guest
from controller.guests.provider import Provider
from controller.guests.self_check import GUEST_CHECKS, PROVIDER_CHECKS, GuestCheck, ProviderCheck

pytestmark = pytest.mark.guest


@pytest.mark.core
@pytest.mark.parametrize("check", GUEST_CHECKS, ids=lambda check: check.__name__)
def test_guest_conforms(check: GuestCheck, guest: Guest) -> None:
    check(guest)


@pytest.mark.core
@pytest.mark.parametrize("check", PROVIDER_CHECKS, ids=lambda check: check.__name__)
def test_provider_conforms(check: ProviderCheck, provider: Provider) -> None:
    check(provider)
