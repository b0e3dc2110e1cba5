"""Real guests for tests. Without root or an image these fixtures fail: the tests here never skip."""

from collections.abc import Iterator

import pytest

from controller.guest import Guest
from controller.providers.base import GuestOptions, Provider
from controller.providers.nspawn import create


@pytest.fixture(scope="session")
def provider() -> Iterator[Provider]:
    """Boots guests of this host's image."""
    provider = create(GuestOptions())
    yield provider
    provider.close()


@pytest.fixture(scope="session")
def guest(provider: Provider) -> Iterator[Guest]:
    """One guest for all tests of a session: leave no windows open and touch no settings others rely on."""
    guest = provider.start()
    yield guest
    provider.stop(guest)
