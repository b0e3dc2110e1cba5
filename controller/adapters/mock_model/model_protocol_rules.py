"""Validation of requests in the protocols that open models were trained on; any other request passes."""

from __future__ import annotations

from typing import Protocol

from controller.adapters.mock_model.dialects import system_text
from controller.adapters.mock_model.opencua_dialect import OpenCuaDialect
from controller.adapters.mock_model.qwen_dialect import QwenDialect
from controller.adapters.mock_model.turns import Body
from controller.adapters.mock_model.uitars_dialect import UitarsDialect


class CheckedDialect(Protocol):
    """A text protocol whose requests have a fixed form."""

    def speaks(self, system: str) -> bool:
        """Whether a request with this system prompt uses the protocol."""
        ...

    def check(self, body: Body) -> None:
        """Check a request. Raises RuleError."""
        ...


CHECKED: tuple[CheckedDialect, ...] = (OpenCuaDialect(), QwenDialect(), UitarsDialect())


def check_protocol(body: Body) -> None:
    """Check a valid request of the Chat Completions API against its text protocol. Raises RuleError."""
    system = system_text(body)
    for dialect in CHECKED:
        if dialect.speaks(system):
            dialect.check(body)
            return
