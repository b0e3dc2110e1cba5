from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest

from tests.controller.models.endpoint import Act, Endpoint


@pytest.fixture
def serve() -> Iterator[Callable[..., Endpoint]]:
    """Starts endpoints, each with the acts that it answers with."""
    started: list[Endpoint] = []

    def start(*acts: Act) -> Endpoint:
        endpoint = Endpoint(acts)
        endpoint.__enter__()
        started.append(endpoint)
        return endpoint

    yield start
    for endpoint in started:
        endpoint.__exit__()
