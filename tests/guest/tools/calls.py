"""Calls of tools in tests: each is timed for the sweep's table."""

from __future__ import annotations

import time
from collections import defaultdict
from typing import Any

from controller.core.guest import Guest, ToolResult

Timings = defaultdict[str, list[float]]
"""Milliseconds of every successful call, by the tool's canonical name."""


class Tools:
    """The tools of one guest, called by canonical name."""

    def __init__(self, guest: Guest, timings: Timings) -> None:
        self.guest = guest
        self._timings = timings

    def call(self, name: str, **arguments: object) -> ToolResult:
        """The result of a call that must succeed."""
        started = time.perf_counter()
        result = self.guest.call_tool(name, arguments)
        elapsed = (time.perf_counter() - started) * 1000
        assert not result.is_error, f"{name}: {result.text}"
        self._timings[name].append(elapsed)
        return result

    def data(self, name: str, **arguments: object) -> dict[str, Any]:
        """The structured content of a call that must succeed."""
        structured = self.call(name, **arguments).structured
        assert structured is not None, f"{name} gave no structured content"
        return dict(structured)

    def refusal(self, name: str, **arguments: object) -> str:
        """The message of a call that must be answered with an error."""
        result = self.guest.call_tool(name, arguments)
        assert result.is_error, f"{name} did not refuse: {result.text}"
        return result.text
