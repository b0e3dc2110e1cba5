"""Real guests for tests. Without root or an image these fixtures fail: the tests here never skip."""

from collections.abc import Iterator

import pytest

from controller.core.guest import Guest
from controller.guests.nspawn import create
from controller.guests.provider import GuestOptions, Provider


@pytest.fixture(scope="session")
def provider() -> Iterator[Provider]:
    """Boots guests of this host's image."""
    provider = create(GuestOptions())
    yield provider
    provider.close()


@pytest.fixture(scope="module")
def guest(provider: Provider) -> Iterator[Guest]:
    """One fresh guest for the tests of a file; booting one takes seconds, sorting out what another file left longer."""
    guest = provider.start()
    yield guest
    provider.stop(guest)
