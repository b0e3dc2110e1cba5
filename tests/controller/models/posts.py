"""Requests of a model client, for tests of the transport."""

from __future__ import annotations

from typing import Any

import httpx2

from controller.models.client import ModelClient
from controller.models.exchange import RetryPolicy

QUICK = RetryPolicy(attempts=4, first_wait=0.01)
LONG = 30.0


def post(model_client: ModelClient, url: str, body: Any = None) -> httpx2.Response:
    with model_client.http_client() as client:
        return client.post(f"{url}/v1/x", json=body or {"model": "m"})
