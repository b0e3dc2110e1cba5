"""What stores an episode's records."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Protocol

from controller.records.final_state import State


class Recorder(Protocol):
    """Stores an episode's events and pictures."""

    def event(self, kind: str, **data: Any) -> None:
        """Append an event."""
        ...

    def screen(self, png: bytes) -> str:
        """Store a picture and return its name."""
        ...

    def final_state(self, state: State, blobs: Mapping[str, bytes]) -> None:
        """Store what the checker read of the guest."""
        ...
