"""Texts of the release as records can hold them."""

from __future__ import annotations

from typing import Any

from plugins.tool_pools.sources.livemcpbench.source import in_guest
from testbed.results import encodable


def recordable(value: Any) -> Any:
    """Return a value of JSON whose texts, also those of keys, are encodable and have the paths of the guest."""
    if isinstance(value, str):
        return in_guest(encodable(value))
    if isinstance(value, list):
        return [recordable(item) for item in value]
    if isinstance(value, dict):
        return {recordable(key): recordable(item) for key, item in value.items()}
    return value
