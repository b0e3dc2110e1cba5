"""Real guests for tests. Without root or an image these tests fail: none is skipped."""

import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from controller.core.guest import Guest
from controller.guests.nspawn import create
from controller.guests.provider import Provider
from controller.guests.registry import create_provider
from controller.runs.guest_options import guest_options

MARKER_OF_FIXTURE = {"provider": "guest", "osworld_provider": "guest", "vms": "vm"}


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Refuse a test that boots guests and does not say so: `scripts/test --fast` would run it."""
    for item in items:
        for fixture, marker in MARKER_OF_FIXTURE.items():
            boots = Path(__file__).parent in item.path.parents and fixture in getattr(
                item, "fixturenames", ()
            )
            if boots and not item.get_closest_marker(marker):
                raise pytest.UsageError(f"{item.nodeid} uses `{fixture}`: mark it with pytest.mark.{marker}")


@pytest.fixture(scope="session")
def provider() -> Iterator[Provider]:
    """Starts guests of this host's image; TESTBED_TEST_PROVIDER=frozen thaws them."""
    provider = create_provider(os.environ.get("TESTBED_TEST_PROVIDER", "nspawn"))
    yield provider
    provider.close()


@pytest.fixture(scope="session")
def osworld_provider() -> Iterator[Provider]:
    """Boots guests for OSWorld's tasks."""
    provider = create(guest_options("osworld:"))
    yield provider
    provider.close()


@pytest.fixture(scope="module")
def osworld_guest(osworld_provider: Provider) -> Iterator[Guest]:
    """One fresh guest for OSWorld's tasks."""
    guest = osworld_provider.start()
    yield guest
    osworld_provider.stop(guest)


@pytest.fixture(scope="module")
def guest(provider: Provider) -> Iterator[Guest]:
    """One fresh guest for the tests of a file; booting one takes seconds, sorting out what another file left longer."""
    guest = provider.start()
    yield guest
    provider.stop(guest)
